/** An action is done once, however often it is sent and whatever ends it midway. */
import { expect, it, vi } from 'vitest'
import { db } from '~/platform/db.server'
import {
  maxAnswerLength,
  clearOldKeys,
  keyLivesMs,
  moneyKeyLivesMs,
  once,
  type Commit,
  type Named,
} from '~/platform/idempotency.server'
import { rules } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'

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

it('gives a repeated action its first answer, and does it once', async () => {
  const one = named()
  const first = await send(one)
  expect(first).toMatchObject({ ok: true, isNew: true })
  const again = await send({ ...one, asked: { text: 'as it was sent', more: undefined } })
  expect(again).toEqual({ ...first, isNew: false })
  expect(await effects(one.key)).toBe(1)
})

it('does an action without a key as often as it is sent', async () => {
  const { key } = named()
  for (let i = 0; i < 2; i++)
    expect(await once<Answer, Refusal>({ ...named(), key: undefined }, store(key))).toMatchObject({
      ok: true,
      isNew: true,
    })
  expect(await effects(key)).toBe(2)
})

it('refuses other content under the same key with A0409; the order of fields does not matter', async () => {
  const one = named({ asked: { a: 1, b: { c: [1, 2], d: 7n } } })
  await send(one)
  for (const asked of [{ a: 1 }, { a: 1, b: { c: [2, 1], d: 7n } }, { a: 1, b: { c: [1, 2], d: 7 } }, null, 'a'])
    expect(await send({ ...one, asked })).toEqual({
      ok: false,
      code: 'A0409',
      field: 'batch',
      data: { context: 'sent' },
    })
  expect(await send({ ...one, asked: { b: { d: 7n, c: [1, 2] }, a: 1 } })).toMatchObject({ ok: true, isNew: false })
  expect(await effects(one.key)).toBe(1)
})

it('throws for content without an exact text, so that two different requests never look alike', async () => {
  for (const asked of [new Map([['a', 1]]), new Set([1]), new ArrayBuffer(2), Number.NaN, { a: Infinity }, undefined]) {
    const one = named({ asked })
    await expect(send(one)).rejects.toThrow('no digest of')
    expect(await effects(one.key)).toBe(0)
  }
})

it('throws when an action is refused after its commit, or waits for itself', async () => {
  const refused = once<Answer, Refusal>(named(), async (commit) => {
    await store('committed')(commit)
    return { ok: false, code: 'C1104' }
  })
  await expect(refused).rejects.toThrow('test was refused after its commit')
  const one = named()
  await expect(once<Answer, Refusal>(one, () => send(one))).rejects.toThrow('test: an action inside itself')
  expect(await send(one)).toMatchObject({ ok: true, isNew: true })
})

it('separates the same key by owner and by purpose', async () => {
  const one = named()
  for (const other of [one, { ...one, owner: 'other' }, { ...one, purpose: 'another' }])
    expect(await send(other)).toMatchObject({ ok: true, isNew: true })
  expect(await effects(one.key)).toBe(3)
})

it('treats an expired key as new, and clears its row', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [one, short] = [named(), named({ livesMs: 1000 })]
  await send(one)
  await send(short)
  vi.setSystemTime(Date.now() + 1000)
  expect(await send({ ...short, asked: 'another' })).toMatchObject({ ok: true, isNew: true })
  vi.setSystemTime(Date.now() + keyLivesMs - 1001)
  expect(await send(one)).toMatchObject({ ok: true, isNew: false })
  vi.setSystemTime(Date.now() + 1)
  expect(await send(one)).toMatchObject({ ok: true, isNew: true })
  expect([await effects(one.key), await effects(short.key)]).toEqual([2, 2])
  const living = await db.idempotencyKey.count({ where: { expiresAt: { gt: new Date() } } })
  expect(await clearOldKeys()).toBeGreaterThan(0)
  expect([await db.idempotencyKey.count(), await clearOldKeys()]).toEqual([living, 0])
  vi.useRealTimers()
})

it('clears all expired keys, in bounded batches', async () => {
  await clearOldKeys()
  const over = new Date(Date.now() - 1000)
  const rows = Array.from({ length: 4100 }, (_, i) => ({ owner: 'over', purpose: 'test', key: `over-${i}` }))
  await db.idempotencyKey.createMany({
    data: rows.map((row) => ({ ...row, answer: '1', createdAt: over, expiresAt: over })),
  })
  expect(await clearOldKeys()).toBe(4100)
  expect(await db.idempotencyKey.count({ where: { owner: 'over' } })).toBe(0)
})

it('makes an owner wait whose kept answers use up the daily limit, and loses nothing', async () => {
  const owner = 'busy'
  const text = 'x'.repeat(maxAnswerLength - 2)
  const sendLong = (one: Key) =>
    once<string, Refusal>(one, (commit) =>
      commit<Refusal>(async (tx) => {
        await tx.setting.create({ data: { key: `${one.key} long`, value: one.key } })
        return { ok: true, value: text }
      }),
    )
  const first = named({ owner })
  let last = first
  let count = 0
  let done = await sendLong(first)
  for (; done.ok; count++) done = await sendLong((last = named({ owner })))
  const { points } = rules['kept-answers']
  expect(count).toBe(Math.ceil(points / (maxAnswerLength + 400)))
  expect(done).toMatchObject({ code: 'I1009', data: { retryAfterSeconds: expect.any(Number) } })
  // The refused one did nothing, and its key is free.
  expect(await effects(last.key)).toBe(0)
  expect(await db.idempotencyKey.count({ where: { owner, key: last.key } })).toBe(0)
  // Earlier answers are repeated; requests without a key, with money or by others still work.
  expect(await sendLong(first)).toEqual({ ok: true, value: text, isNew: false })
  for (const other of [named({ owner, livesMs: moneyKeyLivesMs }), named({ owner: 'calm' })])
    expect(await send(other)).toMatchObject({ ok: true, isNew: true })
  expect(await once<Answer, Refusal>({ ...named({ owner }), key: undefined }, store('none'))).toMatchObject({
    ok: true,
  })
})

it('answers a refusal before the commit, and frees the key', async () => {
  const one = named()
  const refusal = { ok: false as const, code: 'C1101' }
  expect(await once<Answer, Refusal>(one, () => Promise.resolve(refusal))).toEqual(refusal)
  expect(await send({ ...one, asked: 'another' })).toMatchObject({ ok: true, isNew: true })
})

it('answers with the result of another process that did the action in the meantime', async () => {
  const one = named()
  const theirs = { id: 'theirs', many: [] }
  const done = await once<Answer, Refusal>(one, async (commit) => {
    const at = new Date()
    const { owner, purpose, key } = one
    const data = { owner, purpose, key, answer: JSON.stringify(theirs), createdAt: at }
    await db.idempotencyKey.create({ data: { ...data, expiresAt: new Date(at.getTime() + keyLivesMs) } })
    return store(one.key)(commit)
  })
  expect([done, await effects(one.key)]).toEqual([{ ok: true, value: theirs, isNew: false }, 0])
})

it('does many at once as one, even when most of the work is outside the transaction', async () => {
  const one = named()
  let begun = 0
  const slowly = () =>
    once<Answer, Refusal>(one, async (commit) => {
      begun++
      for (let i = 0; i < 20; i++) await db.setting.count()
      return store(one.key)(commit)
    })
  const answers = await Promise.all(Array.from({ length: 20 }, slowly))
  expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.code))).size).toBe(1)
  expect(answers.filter((answer) => answer.ok && answer.isNew)).toHaveLength(1)
  expect([begun, await effects(one.key)]).toEqual([1, 1])
})

it('leaves the key of a refused or failed action for the next try, whatever that sends', async () => {
  const one = named()
  const refused = { ok: false as const, code: 'C1125' }
  const refuse = (commit: Commit<Answer>) =>
    commit<Refusal>(async (tx) => {
      await tx.setting.create({ data: { key: `${one.key} refused`, value: one.key } })
      return refused
    })
  expect(await once<Answer, Refusal>(one, refuse)).toEqual(refused)
  const failing = once<Answer, Refusal>(one, (commit) => commit<Refusal>(() => Promise.reject(new Error('a fault'))))
  await expect(failing).rejects.toThrow('a fault')
  const tooLong = once<Answer, Refusal>(one, (commit) =>
    commit<Refusal>(() => Promise.resolve({ ok: true, value: { id: 'x'.repeat(maxAnswerLength), many: [] } })),
  )
  await expect(tooLong).rejects.toThrow('too long')
  expect(await db.idempotencyKey.count({ where: { key: one.key } })).toBe(0)
  expect(await send({ ...one, asked: 'mended' })).toMatchObject({ ok: true, isNew: true })
  expect(await effects(one.key)).toBe(1)
})

it('commits once when an action retries after a stale read', async () => {
  const one = named()
  let tries = 0
  const done = await once<Answer, Refusal>(one, async (commit) => {
    const stale = await commit<Refusal>(async (tx) => {
      await tx.setting.create({ data: { key: `${one.key} stale`, value: one.key } })
      tries++
      return { ok: false, code: 'stale' }
    })
    return stale.ok ? stale : store(one.key)(commit)
  })
  expect([done.ok && done.isNew, tries, await effects(one.key)]).toEqual([true, 1, 1])
})

it('does not store an answer without a commit', async () => {
  const one = named()
  const ask = () => once<Answer, Refusal>(one, () => Promise.resolve({ ok: true, value: { id: makeId(), many: [] } }))
  expect([await ask(), await ask()]).toMatchObject([{ isNew: true }, { isNew: true }])
  expect(await db.idempotencyKey.count({ where: { key: one.key } })).toBe(0)
})

it('answers anything under the key of an old row without a digest', async () => {
  const one = named()
  const { owner, purpose, key } = one
  const answer = JSON.stringify({ id: 'old', many: [] })
  await db.idempotencyKey.create({
    data: { owner, purpose, key, answer, expiresAt: new Date(Date.now() + keyLivesMs) },
  })
  expect(await send(one)).toEqual({ ok: true, value: { id: 'old', many: [] }, isNew: false })
  expect(await effects(key)).toBe(0)
})
