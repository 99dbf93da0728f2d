import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heightOf, shareResult } from './share'

const shown = {
  title: 'Elfer raus!',
  headline: 'Ada has won.',
  lines: [{ place: 1, name: 'Ada', points: '0', first: true }, { place: 2, name: 'Ben', points: '12', first: false }],
}

describe('the picture of a result', () => {
  const written: string[] = []
  let size = [0, 0]
  const saved: string[] = []

  beforeEach(() => {
    written.length = saved.length = 0
    const at = { createRadialGradient: () => ({ addColorStop: () => {} }), fillRect: () => {}, beginPath: () => {}, roundRect: () => {}, fill: () => {}, fillText: (text: string) => written.push(text) }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(at as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
      size = [this.width, this.height]
      done(new Blob(['picture'], { type: 'image/png' }))
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('says what was played, who won and what everyone has', async () => {
    expect(await shareResult(shown, 'elfer-ABC')).toBe(true)
    expect(written).toEqual(expect.arrayContaining(['Elfer raus!', 'Ada has won.', '1', 'Ada', '0', '2', 'Ben', '12']))
    expect(size).toEqual([1080, heightOf(2)])
  })

  it('is saved where it cannot be shared', async () => {
    await shareResult(shown, 'elfer-ABC')
    expect(saved).toEqual(['elfer-ABC.png'])
  })

  it('is shared where the device can, and then not saved', async () => {
    const share = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { canShare: () => true, share })
    await shareResult(shown, 'elfer-ABC')
    expect(share).toHaveBeenCalledOnce()
    expect(saved).toEqual([])
  })

  it('is not saved when somebody thinks better of sharing it, but when sharing fails', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
    vi.stubGlobal('navigator', { canShare: () => true, share })
    await shareResult(shown, 'elfer-ABC')
    expect(saved).toEqual([])
    share.mockImplementation(() => Promise.reject(new DOMException('', 'NotAllowedError')))
    await shareResult(shown, 'elfer-ABC')
    expect(saved).toEqual(['elfer-ABC.png'])
  })

  it('is not there where nothing can be drawn', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    expect(await shareResult(shown, 'elfer-ABC')).toBe(false)
  })
})
