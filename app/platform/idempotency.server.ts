/**
 * Idempotent acts. A client identifies an act by a key of its own; the act, its key and its answer are one transaction.
 * A repetition gets the first answer; different input under the same key is A0409. An act that was refused, failed or
 * was interrupted leaves nothing behind, so the same key can be used again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { dayMs, nowMs } from './clock.server'
import { db, type Transaction } from './db.server'
import { makeKeyedQueue } from './keyed-queue.server'
import { sha256 } from './random.server'
import { transact } from './transact.server'

/**
 * How long an answer is kept: as long as a deleted list can be restored. A browser keeps unanswered edits until its
 * person comes back; somebody who stays away for longer finds a different list anyway.
 */
export const keyLivesMs = 30 * dayMs
/**
 * How long the key of an act with money is kept: as long as its entries in the ledger. A gift that was named
 * `christmas` is given once, also next year.
 */
export const moneyKeyLivesMs = 36_525 * dayMs
/** In characters. An answer consists of ids and numbers; anything longer is rebuilt from them. */
export const answerMost = 16_384

/** What an answer may be kept as: JSON, without dates or bytes. */
export type Kept = string | number | boolean | null | readonly Kept[] | { readonly [name: string]: Kept }
/**
 * `owner`: an account or a box; the same key of another owner is another key. `purpose`: what is done, with the id of
 * the thing where keys are per thing. `asked`: the client's input, without what it is based on, which may be newer in a
 * repetition.
 */
export type Named = { owner: string; purpose: string; key: string | undefined; asked: unknown; livesMs?: number }

type Done<T> = { ok: true; value: T }
/** `isNew`: false where the answer comes from an earlier time. */
export type DoneOnce<T> = Done<T> & { isNew: boolean }
type Refused = { ok: false }
/** Different input was sent under this key before. */
export type OtherUnderKey = { ok: false; code: 'A0409'; field: 'batch'; data: { context: 'sent' } }
const otherUnderKey: OtherUnderKey = { ok: false, code: 'A0409', field: 'batch', data: { context: 'sent' } }

/** Runs the act's transaction: like `transact` and, where there is a key, together with its row and its answer. */
export type Commit<T> = <F extends Refused>(
  work: (tx: Transaction) => Promise<Done<T> | F>,
) => Promise<Done<T> | F | OtherUnderKey>

/**
 * The same text for the same values, in whatever order an object names them, and another one for others. Throws for
 * what has no exact text (NaN, a Map, bytes: name those by their digest), or two different requests would look alike.
 */
const canonical = (asked: unknown): string => {
  if (asked === null || typeof asked === 'string' || typeof asked === 'boolean') return JSON.stringify(asked)
  if (typeof asked === 'number' && Number.isFinite(asked)) return JSON.stringify(asked)
  // No JSON text looks like these two.
  if (typeof asked === 'bigint') return `${asked}n`
  if (asked instanceof Date) return `@${asked.toISOString()}`
  if (Array.isArray(asked)) return `[${asked.map(canonical).join()}]`
  if (typeof asked === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(asked))) {
    const named = Object.entries(asked).filter(([, value]) => value !== undefined)
    const sorted = named.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join()}}`
  }
  throw new Error(`no digest of ${typeof asked === 'object' ? asked.constructor.name : String(asked)}`)
}

type Row = { digest: string | null; answer: string }
/** A row from before digests existed matches any input. */
const answerOf = <T>(row: Row, digest: string): Done<T> | OtherUnderKey =>
  row.digest === null || row.digest === digest ? { ok: true, value: JSON.parse(row.answer) as T } : otherUnderKey

/**
 * Takes the key, or returns false where it is taken. It is the transaction's first statement, and a write: a concurrent
 * transaction waits here for the end of the first, even in another process.
 */
const takeKey = async (
  tx: Transaction,
  { owner, purpose, livesMs }: Named,
  key: string,
  digest: string,
): Promise<boolean> => {
  const at = new Date(nowMs())
  const end = new Date(at.getTime() + (livesMs ?? keyLivesMs))
  const taken = await tx.$executeRaw`
    INSERT INTO "IdempotencyKey" ("owner", "purpose", "key", "digest", "answer", "createdAt", "expiresAt")
    VALUES (${owner}, ${purpose}, ${key}, ${digest}, '', ${at}, ${end})
    ON CONFLICT ("owner", "purpose", "key") DO UPDATE SET
      "digest" = excluded."digest", "answer" = '', "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"
    WHERE "IdempotencyKey"."expiresAt" <= ${at}`
  return taken === 1
}

const inKeyQueue = makeKeyedQueue()
/** The acts that the running code is part of. */
const inside = new AsyncLocalStorage<readonly string[]>()

/**
 * Does an act once. `act` does what is needed outside of its transaction (limits, reading a file), and ends with the
 * result of its `commit`; it may try several times, for example on a newer state. An answer without a commit is not
 * kept: such an act must have changed nothing. A stored answer pays no limit; what calls this has one of its own. What
 * hangs on the transaction (`afterCommit`) is not done again for a stored answer. A key is forgotten after its life,
 * one of money never (`moneyKeyLivesMs`). Of concurrent calls the first acts and the others wait for its answer:
 * `isNew` is false for them. Without a key the act is simply done.
 */
export const once = async <T extends Kept, F extends Refused>(
  named: Named,
  act: (commit: Commit<T>) => Promise<Done<T> | F>,
): Promise<DoneOnce<T> | F | OtherUnderKey> => {
  const { owner, purpose, key } = named
  if (key === undefined) {
    const done = await act(transact)
    return done.ok ? { ...done, isNew: true } : done
  }
  const digest = sha256(canonical(named.asked))
  const where = { owner_purpose_key: { owner, purpose, key } }
  const id = JSON.stringify([owner, purpose, key])
  const outer = inside.getStore() ?? []
  // It would wait for the end of the one that waits for it.
  if (outer.includes(id)) throw new Error(`${purpose}: an act inside of itself`)
  return inKeyQueue(id, async () => {
    const before = await db.idempotencyKey.findUnique({ where })
    if (before !== null && before.expiresAt.getTime() > nowMs()) {
      const answer = answerOf<T>(before, digest)
      return answer.ok ? { ...answer, isNew: false } : answer
    }
    let isNew = true
    let isKept = false
    const commit: Commit<T> = async (work) => {
      const done = await transact(async (tx) => {
        isNew = await takeKey(tx, named, key, digest)
        // Another process was first, a moment ago.
        if (!isNew) return answerOf<T>(await tx.idempotencyKey.findUniqueOrThrow({ where }), digest)
        const done = await work(tx)
        if (!done.ok) return done
        const answer = JSON.stringify(done.value)
        if (answer.length > answerMost) throw new Error(`the answer to ${purpose} is too long to be kept`)
        await tx.idempotencyKey.update({ where, data: { answer } })
        return done
      })
      isKept = done.ok
      return done
    }
    const done = await inside.run([...outer, id], () => act(commit))
    if (done.ok) return { ...done, isNew }
    // The next try would be answered that it is done.
    if (isKept) throw new Error(`${purpose} was refused after its commit`)
    return done
  })
}

/** How many are removed at a time: other writers wait no longer than that. */
const clearedAtOnce = 2000
/** Removes expired keys. Returns how many. */
export const clearOldKeys = async (): Promise<number> => {
  let cleared = 0
  for (let count = clearedAtOnce; count >= clearedAtOnce; cleared += count) {
    const at = new Date(nowMs())
    const last = await db.idempotencyKey.findFirst({
      where: { expiresAt: { lte: at } },
      orderBy: { expiresAt: 'asc' },
      skip: clearedAtOnce - 1,
      select: { expiresAt: true },
    })
    count = (await db.idempotencyKey.deleteMany({ where: { expiresAt: { lte: last?.expiresAt ?? at } } })).count
    if (last === null) return cleared + count
  }
  return cleared
}
