/**
 * Hashes passwords with argon2id at 19 MiB. Two run at a time, so that a burst of sign-ins can't starve the pages; a
 * fair queue makes others wait for at most one hash of somebody who has many.
 */
import { hash, verify } from '@node-rs/argon2'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { fail, ok, type Result } from '~/errors/table'
import { passwordText } from './account.schema'

/** OWASP's smallest recommended argon2id setting: 12 ms on a server core. The algorithm's default is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two threads of the pool; the other two stay free for files and the database. */
export const hashedAtOnce = 2
/** At 12 ms each, two at a time, the last in the queue waits about two seconds. */
export const maxHashesWaiting = 300
/** Maximum waiting per account or network; an office that starts its day together stays below. */
export const hashesWaitingOfOne = 150
/** When the client should retry. */
export const hashRetrySeconds = 5

const queue = makeFairQueue({
  parallel: hashedAtOnce,
  waitingOfOne: hashesWaitingOfOne,
  waitingOfAll: maxHashesWaiting,
})

/**
 * `who` requests it: an account's id, or the network of somebody not signed in. `key`: the server's secret, see below.
 */
export type Hashing = { who: string; key?: Uint8Array }

/**
 * Cost with the server's key, for texts so short that all of them could be tried on a stolen hash. Whoever also has the
 * key tries a million within hours at any cost that people would wait for, so half the cost is enough for text that is
 * typed often.
 */
const keyedCost = { ...cost, memoryCost: 9_216 }
const costWith = (key: Uint8Array | undefined) => (key === undefined ? cost : { ...keyedCost, secret: key })

const busy = (): Result<never> => fail('A0503', { data: { retryAfterSeconds: hashRetrySeconds } })

/** Returns the hash to store; A0503 if too many passwords are waiting. */
export const hashOrBusy = async (password: string, { who, key }: Hashing): Promise<Result<string>> => {
  const done = await queue.run(who, () => hash(passwordText(password), costWith(key)))
  return done.ok ? ok(done.value) : busy()
}

/** Returns the hash to store, before anybody else is served. Throws if too many are waiting. */
export const hashPassword = async (password: string): Promise<string> => {
  const hashed = await hashOrBusy(password, { who: 'server' })
  if (!hashed.ok) throw new Error('too many passwords wait to be hashed')
  return hashed.value
}

let stranger: Promise<string> | undefined
/**
 * Whether the password has this hash. Null takes as long as a real hash and never matches. A0503 if too many are
 * waiting.
 */
export const verifyOrBusy = async (
  stored: string | null,
  password: string,
  { who, key }: Hashing,
): Promise<Result<boolean>> => {
  stranger ??= hash(passwordText('no account has this password'), cost)
  const against = stored ?? (await stranger)
  const same = await queue.run(who, () => verify(against, passwordText(password), costWith(key)))
  return same.ok ? ok(same.value && stored !== null) : busy()
}
