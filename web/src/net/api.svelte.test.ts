import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import Lobby from '../pages/Lobby.svelte'
import { i18n } from '../words/i18n.svelte'
import { api } from './api'
import type { LiveTable } from './live.svelte'

/** What the server would say to each name: declined with a code, or taken. */
let declined: Record<string, string>
let asked: string[]

beforeAll(() => i18n.use('en'))
beforeEach(() => {
  localStorage.clear()
  ;[declined, asked] = [{}, []]
  vi.stubGlobal('fetch', async (_path: string, how: { body: string }) => {
    const { name } = JSON.parse(how.body) as { name: string }
    asked.push(name)
    const code = declined[name]
    const answer = code ? { code, sentence: `No: ${code}.`, expected: '' } : { id: 'me', name, account: false }
    return new Response(JSON.stringify(answer), { status: code ? 409 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a guest', () => {
  it('whose name is an account by now gets another', async () => {
    localStorage.setItem('elfer.name', 'Anna')
    declined = { Anna: 'name-taken' }
    expect((await api.me()).name).toBe('Guest')
    expect(asked).toEqual(['Anna', 'Guest'])
  })

  it('is told of anything else', async () => {
    declined = { Guest: 'name-taken' }
    await expect(api.me()).rejects.toThrow('No: name-taken.')
    localStorage.setItem('elfer.name', 'Anna')
    declined = { Anna: 'stopping' }
    await expect(api.me()).rejects.toThrow('No: stopping.')
  })
})

describe('in the lobby', () => {
  const sat: (string | undefined)[] = []
  const shown = (): LiveTable => {
    const info = { game: 'elfer', code: 'BCDFG', seats: [{ kind: 'empty' }], manner: { level: 'normal' } }
    const table = $state({ info, you: [], names: [''], host: false, problem: '', sit: (_: number, name?: string) => sat.push(name) })
    return table as unknown as LiveTable
  }
  const sit = (): void => screen.getAllByRole('button', { name: 'Sit down' })[0]!.click()
  beforeEach(() => {
    sat.length = 0
    localStorage.setItem('elfer.name', 'Anna')
  })

  it('one hears why one cannot be called so', async () => {
    declined = { Anna: 'name-taken' }
    render(Lobby, { table: shown() })
    sit()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No: name-taken.'))
    expect(sat).toEqual([])
  })

  it('whoever has an account sits down under its name', async () => {
    declined = { Anna: 'has-account' }
    render(Lobby, { table: shown() })
    sit()
    await waitFor(() => expect(sat).toEqual(['Anna']))
  })
})
