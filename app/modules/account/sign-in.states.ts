/**
 * The steps of signing in, without the database.
 *
 * | the first step       | no authenticator | authenticator on            | disabled |
 * |----------------------|------------------|-----------------------------|----------|
 * | right password       | done             | second step                 | U6008    |
 * | right code           | done             | second step                 | U6008    |
 * | wrong, or no account | I1302, I1104     | I1302, I1104                | I1302, I1104 |
 *
 * A right code for a name that nobody has any more is I1301: its sender has proven the address.
 *
 * | the second step      | right code | wrong code               | over, used or forged token |
 * |----------------------|------------|--------------------------|----------------------------|
 * | waiting              | done       | I1206, one try less      | I1207                      |
 * | last try             | done       | I1207: sign in anew      | I1207                      |
 */
import type { Code } from '~/errors/table'

/** Enough time to fetch and unlock a phone. */
export const secondStepMs = 600_000
export const secondStepTries = 5

/** Wrong passwords in a row that cause no pause, so that a typing error doesn't make a person wait. */
const freeTries = 4
const firstPauseSeconds = 5
/**
 * How long the next try has to wait after `tries` tries in the current count: nothing at first, then twice as long each
 * time, until the limit itself locks.
 */
export const pauseSecondsAfter = (tries: number): number =>
  tries <= freeTries ? 0 : firstPauseSeconds * 2 ** (tries - freeTries - 1)

export type AfterFirst = 'done' | 'second' | 'disabled'
/** What follows a correct first step. */
export const afterFirstStep = (account: { disabled: boolean; authenticatorOn: boolean }): AfterFirst =>
  account.disabled ? 'disabled' : account.authenticatorOn ? 'second' : 'done'

export type Pending = { expiresAt: Date; triesLeft: number; usedAt: Date | null }
export const isPending = (pending: Pending | null, at: Date): pending is Pending =>
  pending !== null && pending.usedAt === null && pending.triesLeft > 0 && pending.expiresAt > at

/** The answer to a wrong code in the second step, given the tries that were left before it. */
export const afterWrongCode = (triesLeft: number): Extract<Code, 'I1206' | 'I1207'> =>
  triesLeft > 1 ? 'I1206' : 'I1207'
