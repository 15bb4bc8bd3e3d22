/**
 * Hashing of passwords: argon2id at 19 MiB, two at a time, so that a burst of sign-ins can't starve the pages, and in
 * turn, so that nobody who has many hashed makes others wait for more than one of them.
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
export const mostHashesWaiting = 300
/** Of one account or network; an office that begins its day together stays below. */
export const hashesWaitingOfOne = 150
/** When to come again. */
export const hashRetrySeconds = 5

const queue = makeFairQueue({
  parallel: hashedAtOnce,
  waitingOfOne: hashesWaitingOfOne,
  waitingOfAll: mostHashesWaiting,
})

/**
 * `who` has it hashed: an account's id, or the network of somebody who has not signed in. `key`: the server's own, see
 * below.
 */
export type Hashing = { who: string; key?: Uint8Array }

/**
 * With the server's own key where the text is so short that all of them could be tried on a stolen hash. Whoever has
 * the key too tries a million in hours at any cost that a person waits for: half of it is enough, for what is typed
 * often.
 */
const keyedCost = { ...cost, memoryCost: 9_216 }
const costWith = (key: Uint8Array | undefined) => (key === undefined ? cost : { ...keyedCost, secret: key })

const busy = (): Result<never> => fail('A0503', { data: { retryAfterSeconds: hashRetrySeconds } })

/** Returns the hash to store, or A0503 when too many passwords are waiting. */
export const hashOrBusy = async (password: string, { who, key }: Hashing): Promise<Result<string>> => {
  const done = await queue.run(who, () => hash(passwordText(password), costWith(key)))
  return done.ok ? ok(done.value) : busy()
}

/** Returns the hash to store, where nobody else is served yet. Throws where too many wait. */
export const hashPassword = async (password: string): Promise<string> => {
  const hashed = await hashOrBusy(password, { who: 'server' })
  if (!hashed.ok) throw new Error('too many passwords wait to be hashed')
  return hashed.value
}

let stranger: Promise<string> | undefined
/**
 * Whether the password has this hash; null takes just as long as a real hash and is never right. A0503 when too many
 * are waiting.
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
