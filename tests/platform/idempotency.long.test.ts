/** An action is done once from any number of processes, even if one is killed midway. */
import { expect, it } from 'vitest'
import { db } from '~/platform/db.server'
import { once, type Commit, type Named } from '~/platform/idempotency.server'
import { makeId } from '~/platform/random.server'
import { startChild } from '../support/child'

type Refusal = { ok: false; code: string }
type Answer = { id: string; many: (number | null)[] }
type Key = Named & { key: string }
let names = 0
const named = (more: Partial<Key> = {}): Key => ({
  owner: 'one',
  purpose: 'test',
  key: `key-${++names}`,
  asked: { text: 'as it was sent' },
  ...more,
})
/** An action that writes one row. */
const store =
  (key: string) =>
  (commit: Commit<Answer>): Promise<{ ok: true; value: Answer } | Refusal> =>
    commit<Refusal>(async (tx) => {
      const id = makeId()
      await tx.setting.create({ data: { key: `${key} ${id}`, value: key } })
      return { ok: true, value: { id, many: [1, null] } }
    })
const send = (one: Key) => once<Answer, Refusal>(one, store(one.key))
const effects = (key: string): Promise<number> => db.setting.count({ where: { value: key } })

it('does each action once when two processes are sent the same ones', async () => {
  const keys = Array.from({ length: 40 }, () => named().key)
  const both = [1, 2].map(() => startChild('once-child.ts', ['race', ...keys]))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const made = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as string[]))
  await Promise.all(both.map(({ ended }) => ended))
  expect(made.flat().sort()).toEqual([...keys].sort())
  for (const key of keys) expect(await effects(key)).toBe(1)
})

it('leaves nothing of an action whose process is killed midway, and the next try does it', async () => {
  const { key } = named()
  const { ended, kill, read } = startChild('once-child.ts', ['hang', key])
  expect(await read()).toBe('inside')
  kill()
  await ended
  expect([await effects(key), await db.idempotencyKey.count({ where: { key } })]).toEqual([0, 0])
  const one = named({ key, asked: { key } })
  expect(await send(one)).toMatchObject({ ok: true, isNew: true })
  expect(await send(one)).toMatchObject({ ok: true, isNew: false })
  expect(await effects(key)).toBe(1)
})
