/** Hashing of passwords: argon2id at 19 MiB, two at a time, so that a burst of sign-ins can't starve the pages. */
import { hash, verify } from '@node-rs/argon2'
import { fail, ok, type Result } from '~/errors/table'
import { passwordText } from './account.schema'
import { makeWorkQueue, QueueFull } from './work-queue.server'

/** OWASP's smallest recommended argon2id setting: 12 ms on a server core. The algorithm's default is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two threads of the pool; the other two stay free for files and the database. */
const maxRunning = 2
/** At 12 ms each, two at a time, the last in the queue waits about two seconds. */
const maxWaiting = 300

const inQueue = makeWorkQueue({ running: maxRunning, waiting: maxWaiting })

/**
 * With the server's own key where the text is so short that all of them could be tried on a stolen hash. Whoever has
 * the key too tries a million in hours at any cost that a person waits for: half of it is enough, for what is typed
 * often.
 */
const keyedCost = { ...cost, memoryCost: 9_216 }
const costWith = (key: Uint8Array | undefined) => (key === undefined ? cost : { ...keyedCost, secret: key })

/** Returns the hash to store. */
export const hashPassword = (password: string, key?: Uint8Array): Promise<string> =>
  inQueue(() => hash(passwordText(password), costWith(key)))

/** Returns the hash to store, or A0503 when too many passwords are waiting. */
export const hashOrBusy = async (password: string, key?: Uint8Array): Promise<Result<string>> => {
  try {
    return ok(await hashPassword(password, key))
  } catch (error) {
    if (error instanceof QueueFull) return fail('A0503', { data: { retryAfterSeconds: 5 } })
    throw error
  }
}

let stranger: Promise<string> | undefined
/** Compares a password with a stored hash; null takes just as long as a real hash and returns false. */
export const verifyPassword = async (stored: string | null, password: string, key?: Uint8Array): Promise<boolean> => {
  stranger ??= hashPassword('no account has this password')
  const against = stored ?? (await stranger)
  const same = await inQueue(() => verify(against, passwordText(password), costWith(key)))
  return same && stored !== null
}

/** Whether the password is right, or A0503 when too many are waiting. */
export const verifyOrBusy = async (
  stored: string | null,
  password: string,
  key?: Uint8Array,
): Promise<Result<boolean>> => {
  try {
    return ok(await verifyPassword(stored, password, key))
  } catch (error) {
    if (error instanceof QueueFull) return fail('A0503', { data: { retryAfterSeconds: 5 } })
    throw error
  }
}
