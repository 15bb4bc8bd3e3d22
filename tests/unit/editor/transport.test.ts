/** What the editor reads of a refused edit's answer: who made the change that it meets. */
import { expect, it } from 'vitest'
import { readOutcome } from '~/client/editor/transport'

const person = (userId: string, name: string) => ({ userId, name, sn: null, nickname: null })
const box = { userId: 'u1', name: 'amira', sn: '100000000001', nickname: 'Attic' }
const clash = (...since: object[]) =>
  readOutcome(409, new Headers(), {
    code: 'C1104',
    message: '',
    data: { cause: 'changed', clashes: [], total: 1, source: 's', since },
  })

it('is the account of the newest change, by its name and the id that stays', () => {
  expect(
    clash(
      { number: 3, kind: 'edit', author: person('u2', 'omar') },
      { number: 2, kind: 'edit', author: person('u1', 'amira') },
    ),
  ).toMatchObject({ is: 'clash', by: 'omar', byId: 'u2', box: null })
})
it('is the box where its save is what the list became', () => {
  expect(clash({ number: 2, kind: 'box-save', author: box })).toMatchObject({
    by: null,
    byId: null,
    box: { sn: '100000000001', nickname: 'Attic' },
  })
})
it('is not the box where its save was kept beside and changed nothing', () => {
  const since = [
    { number: 4, kind: 'keep', of: 3, author: box },
    { number: 3, kind: 'box-save', author: box },
    { number: 2, kind: 'edit', author: person('u1', 'amira') },
  ]
  expect(clash(...since)).toMatchObject({ by: 'amira', byId: 'u1', box: null })
})
it('is nobody where nothing is told', () => {
  expect(clash()).toMatchObject({ by: null, byId: null, box: null })
})
