/** Table codes, as `elfer.match.setup` writes them: how far each option is from its default, in one digit each. */

import type { OptionInfo } from '../words/words'

const DIGITS = 36
export type Chosen = Record<string, number | string>

export function tableCode(game: string, players: number, options: OptionInfo[], chosen: Chosen): string {
  const digits = options.map((option) => digit(option, chosen[option.name] ?? option.default)).join('').replace(/0+$/, '')
  return `${game}.${players}${digits ? `.${digits}` : ''}`
}

function digit(option: OptionInfo, value: number | string): string {
  const many = option.values.length
  const steps = (option.values.indexOf(value) - option.values.indexOf(option.default) + many) % many
  let width = 1
  while (DIGITS ** width < many) width += 1
  return steps.toString(DIGITS).padStart(width, '0')
}

/** Whether an option can be chosen at this table: for so many players, with these other options. */
export function offered(option: OptionInfo, players: number, chosen: Chosen, all: OptionInfo[]): boolean {
  if (option.players.length && !option.players.includes(players)) return false
  return Object.entries(option.when).every(([name, needed]) => {
    const other = all.find((one) => one.name === name)
    return other !== undefined && offered(other, players, chosen, all) && (chosen[name] ?? other.default) === needed
  })
}

/** What is chosen, without what does not apply. */
export function applying(options: OptionInfo[], players: number, chosen: Chosen): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => {
    const option = options.find((one) => one.name === name)
    return option && offered(option, players, chosen, options)
  }))
}
