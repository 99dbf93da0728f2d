import { render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it } from 'vitest'
import { i18n } from '../words/i18n.svelte'
import Face from './Face.svelte'
import { FACES } from './faces'

beforeAll(() => i18n.use('en'))

describe('the cast', () => {
  it('has a face for everybody, and everybody has another one', () => {
    expect(Object.keys(FACES).sort()).toEqual(i18n.cast.map(({ id }) => id).sort())
    const drawn = i18n.cast.map(({ id }) => render(Face, { of: id }).container.querySelector('svg')!.innerHTML)
    expect(new Set(drawn).size).toBe(i18n.cast.length)
    for (const face of drawn) expect(face).not.toContain('NaN')
  })

  it('draws nothing of somebody it does not know', () => {
    expect(render(Face, { of: 'nobody' }).container.querySelectorAll('path')).toHaveLength(0)
  })
})
