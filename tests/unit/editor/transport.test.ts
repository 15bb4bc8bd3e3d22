/** Reads from the answer to a refused edit who made the conflicting change. */
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

it('names the account of the newest change, and its stable id', () => {
  expect(
    clash(
      { number: 3, kind: 'edit', author: person('u2', 'omar') },
      { number: 2, kind: 'edit', author: person('u1', 'amira') },
    ),
  ).toMatchObject({ is: 'clash', by: 'omar', byId: 'u2', box: null })
})
it('names the box when the list became the box’s save', () => {
  expect(clash({ number: 2, kind: 'box-save', author: box })).toMatchObject({
    by: null,
    byId: null,
    box: { sn: '100000000001', nickname: 'Attic' },
  })
})
it('does not name the box when its save was kept as a conflict copy and changed nothing', () => {
  const since = [
    { number: 4, kind: 'keep', of: 3, author: box },
    { number: 3, kind: 'box-save', author: box },
    { number: 2, kind: 'edit', author: person('u1', 'amira') },
  ]
  expect(clash(...since)).toMatchObject({ by: 'amira', byId: 'u1', box: null })
})
it('names nobody when the answer does not', () => {
  expect(clash()).toMatchObject({ by: null, byId: null, box: null })
})
