/**
 * Makes actions idempotent. The client identifies an action by a key of its own; the action, its key and its answer are
 * one transaction. A repetition gets the first answer. Different input under the same key is A0409. An action that was
 * refused, failed or was interrupted leaves nothing behind, so its key can be used again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { dayMs, nowMs } from './clock.server'
import { db, type Transaction } from './db.server'
import { makeKeyedQueue } from './keyed-queue.server'
import { consume, peek } from './limits.server'
import { sha256 } from './random.server'
import { transact } from './transact.server'

/**
 * How long an answer is kept: as long as a deleted list can be restored. A browser keeps unanswered edits until its
 * user returns; after a longer absence the list has changed anyway.
 */
export const keyLivesMs = 30 * dayMs
/**
 * How long the key of an action with money is kept: as long as its ledger entries. A gift with the key `christmas` is
 * given once, next year too.
 */
export const moneyKeyLivesMs = 36_525 * dayMs
/** In characters. An answer consists of ids and numbers; longer results are rebuilt from them. */
export const maxAnswerLength = 16_384

/** The size of a row and its indexes without the answer, in bytes. */
const keyBytes = 400

/** The type of a stored answer: JSON, without dates or bytes. */
export type Kept = string | number | boolean | null | readonly Kept[] | { readonly [name: string]: Kept }
/**
 * `owner`: an account or a box; each owner has keys of its own. `purpose`: the action, with the id of its object if
 * keys are per object. `asked`: the client's input, without its base version, which may be newer in a repetition.
 */
export type Named = { owner: string; purpose: string; key: string | undefined; asked: unknown; livesMs?: number }

type Done<T> = { ok: true; value: T }
/** `isNew`: false if the answer was stored earlier. */
export type DoneOnce<T> = Done<T> & { isNew: boolean }
type Refused = { ok: false }
/** Different input was sent under this key before. */
export type OtherUnderKey = { ok: false; code: 'A0409'; field: 'batch'; data: { context: 'sent' } }
const otherUnderKey: OtherUnderKey = { ok: false, code: 'A0409', field: 'batch', data: { context: 'sent' } }
/** The owner has used up its share of kept answers (kept-answers); nothing was done. */
export type TooManyKept = { ok: false; code: 'I1009'; data: { retryAfterSeconds: number } }

/** Runs the action's transaction like `transact`. With a key it also stores the key and the answer. */
export type Commit<T> = <F extends Refused>(
  work: (tx: Transaction) => Promise<Done<T> | F>,
) => Promise<Done<T> | F | OtherUnderKey>

/**
 * Returns equal text for equal values, whatever the order of object keys, and different text otherwise. Throws for
 * values without an exact text, because two different requests would look alike: NaN, a Map, bytes (pass their digest).
 */
const canonical = (asked: unknown): string => {
  if (asked === null || typeof asked === 'string' || typeof asked === 'boolean') return JSON.stringify(asked)
  if (typeof asked === 'number' && Number.isFinite(asked)) return JSON.stringify(asked)
  // JSON never produces these two forms.
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
 * Takes the key; false if it is taken. This is the transaction's first statement, and a write: a concurrent transaction
 * waits here until the first one ends, even in another process.
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
/** The actions that the running code is part of. */
const inside = new AsyncLocalStorage<readonly string[]>()

/**
 * Performs an action once. `act` does the work outside its transaction (limits, reading a file), and ends with the
 * result of its `commit`. It may try several times, for example on a newer state. An answer without a commit is not
 * stored: the action must have changed nothing. A stored answer passes no limit; callers have a limit of their own.
 * `afterCommit` work is not repeated for a stored answer. A key expires after its lifetime; a money key is kept as long
 * as the ledger (`moneyKeyLivesMs`). An owner whose kept answers have used up a day's share gets I1009. Of concurrent
 * calls the first one acts and the others wait for its answer, with `isNew` false. Without a key the action is simply
 * performed.
 */
export const once = async <T extends Kept, F extends Refused>(
  named: Named,
  act: (commit: Commit<T>) => Promise<Done<T> | F>,
): Promise<DoneOnce<T> | F | OtherUnderKey | TooManyKept> => {
  const { owner, purpose, key, livesMs = keyLivesMs } = named
  if (key === undefined) {
    const done = await act(transact)
    return done.ok ? { ...done, isNew: true } : done
  }
  const digest = sha256(canonical(named.asked))
  const where = { owner_purpose_key: { owner, purpose, key } }
  const id = JSON.stringify([owner, purpose, key])
  const outer = inside.getStore() ?? []
  // The inner action would wait for the outer one, which waits for it.
  if (outer.includes(id)) throw new Error(`${purpose}: an action inside itself`)
  return inKeyQueue(id, async () => {
    const before = await db.idempotencyKey.findUnique({ where })
    if (before !== null && before.expiresAt.getTime() > nowMs()) {
      const answer = answerOf<T>(before, digest)
      return answer.ok ? { ...answer, isNew: false } : answer
    }
    const isCounted = livesMs <= keyLivesMs
    const room = isCounted ? await peek('kept-answers', owner) : null
    if (room?.ok === false) return { ok: false, code: 'I1009', data: { retryAfterSeconds: room.retryAfterSeconds } }
    let isNew = true
    let isKept = false
    let keptBytes = 0
    const commit: Commit<T> = async (work) => {
      const done = await transact(async (tx) => {
        isNew = await takeKey(tx, named, key, digest)
        // Another process was first.
        if (!isNew) return answerOf<T>(await tx.idempotencyKey.findUniqueOrThrow({ where }), digest)
        const done = await work(tx)
        if (!done.ok) return done
        const answer = JSON.stringify(done.value)
        if (answer.length > maxAnswerLength) throw new Error(`the answer to ${purpose} is too long to be kept`)
        await tx.idempotencyKey.update({ where, data: { answer } })
        keptBytes = keyBytes + answer.length
        return done
      })
      isKept = done.ok
      return done
    }
    const done = await inside.run([...outer, id], () => act(commit))
    if (isCounted && keptBytes > 0) await consume('kept-answers', owner, keptBytes)
    if (done.ok) return { ...done, isNew }
    // A retry would be told that the action is done.
    if (isKept) throw new Error(`${purpose} was refused after its commit`)
    return done
  })
}

/** Rows removed at a time: the longest that other writers wait. */
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
