/** French elision: “de” and “que” lose their vowel before a name that begins with one, as `elfer.words.french` has it. */

import type { Facts } from './words'

/** A word that can lose its vowel, before something that is put in. */
const BEFORE = /(?<![\p{L}\p{N}_])([cdjlmnst]|(?:jus|lors|puis|quoi)?qu)(?:e|(?<=l)a) \{(\w+)\}/giu
/** Yves and Hélène, but not Yann, Hans or onze. */
const ELIDING = /^(?:(?!onz|oui\b)[aeiouœæ]|y[b-df-hj-np-tv-xz]|h(?:adr|e(?!i)|i|ono|orte|u[bg]|y))/u

/** The sentence, its gaps still open, as it is with these facts. */
export function elided(sentence: string, facts: Facts): string {
  return sentence.replace(BEFORE, (whole, word: string, name: string) => (elides(String(facts[name] ?? '')) ? `${word}’{${name}}` : whole))
}

/** Whether the word before this one loses its vowel. */
export function elides(word: string): boolean {
  return ELIDING.test(word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))
}
