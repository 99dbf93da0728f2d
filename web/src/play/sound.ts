/** A small palette of sounds, made on the spot: no files, no licence, and quiet. */

import { settings } from '../settings.svelte'

let context: AudioContext | null = null

function audio(): AudioContext | null {
  if (!settings.sound || !('AudioContext' in globalThis)) return null
  context ??= new AudioContext()
  // Browsers let pages sound only after a touch; until then it stays silent.
  if (context.state === 'suspended') void context.resume().catch(() => {})
  return context.state === 'running' ? context : null
}

/** A tone that fades. */
function tone(at: AudioContext, pitch: number, start: number, length: number, volume: number, kind: OscillatorType = 'sine'): void {
  const [source, gain] = [at.createOscillator(), at.createGain()]
  const begin = at.currentTime + start
  source.type = kind
  source.frequency.value = pitch
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  source.connect(gain).connect(at.destination)
  source.start(begin)
  source.stop(begin + length)
}

/** Paper on felt: filtered noise. */
function rustle(at: AudioContext, length: number, pitch: number, volume: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) ** 3
  const [source, filter, gain] = [at.createBufferSource(), at.createBiquadFilter(), at.createGain()]
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  gain.gain.value = volume
  source.connect(filter).connect(gain).connect(at.destination)
  source.start()
}

const SOUNDS = {
  move: (at: AudioContext) => rustle(at, 0.09, 1500, 0.5),
  turn: (at: AudioContext) => (tone(at, 523, 0, 0.25, 0.06), tone(at, 784, 0.1, 0.35, 0.06)),
  refused: (at: AudioContext) => (tone(at, 196, 0, 0.18, 0.07, 'triangle'), tone(at, 174, 0.12, 0.25, 0.07, 'triangle')),
  quick: (at: AudioContext) => (tone(at, 880, 0, 0.12, 0.1, 'triangle'), tone(at, 880, 0.14, 0.12, 0.1, 'triangle')),
  call: (at: AudioContext) => (rustle(at, 0.14, 300, 0.9), tone(at, 130, 0, 0.2, 0.14, 'triangle')),
  beat: (at: AudioContext) => (rustle(at, 0.07, 2200, 0.35), tone(at, 440, 0, 0.12, 0.03)),
  right: (at: AudioContext) => (tone(at, 587, 0, 0.18, 0.06), tone(at, 880, 0.1, 0.3, 0.06)),
  wrong: (at: AudioContext) => (tone(at, 220, 0, 0.22, 0.07, 'triangle'), tone(at, 165, 0.14, 0.35, 0.07, 'triangle')),
  said: (at: AudioContext) => tone(at, 660, 0, 0.15, 0.04),
  over: (at: AudioContext) => [523, 659, 784, 1047].forEach((pitch, n) => tone(at, pitch, n * 0.12, 0.5, 0.06)),
}
export type Sound = keyof typeof SOUNDS

export function play(sound: Sound): void {
  const at = audio()
  if (at) SOUNDS[sound](at)
}
