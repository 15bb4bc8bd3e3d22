/** Which form fields may be kept for a person whose session ends. */
import { describe, expect, it } from 'vitest'
import { mayKeep } from '~/client/session/typed'

const field = (given: Partial<Parameters<typeof mayKeep>[0]>): Parameters<typeof mayKeep>[0] => ({
  name: 'field',
  type: 'text',
  disabled: false,
  autocomplete: '',
  ...given,
})

describe('a typed field', () => {
  it('is kept in fields where a person types or chooses', () => {
    for (const type of [
      'text',
      'search',
      'email',
      'tel',
      'number',
      'url',
      'textarea',
      'select-one',
      'select-multiple',
      'checkbox',
      'radio',
    ])
      expect(mayKeep(field({ type })), type).toBe(true)
  })
  it('is never kept from fields with a secret, a file, or something that nobody typed', () => {
    for (const type of ['password', 'hidden', 'file', 'submit', 'button', 'image', 'reset'])
      expect(mayKeep(field({ type })), type).toBe(false)
    for (const autocomplete of [
      'one-time-code',
      'current-password',
      'new-password',
      'section-a one-time-code',
    ] as const)
      expect(mayKeep(field({ autocomplete })), autocomplete).toBe(false)
    expect([mayKeep(field({ name: '' })), mayKeep(field({ disabled: true }))]).toEqual([false, false])
  })
})
