/**
 * Signs in with a password or a code, then the authenticator if it is on. A wrong try and a non-existent account get
 * the same answer at the same cost.
 */
import { inMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { consume, forgive, heldSeconds, hold, networkOf, peek, rules, type LimitName } from '~/platform/limits.server'
import { makeId, makeToken, sha256 } from '~/platform/random.server'
import type { Visit } from '~/platform/visit'
import { requirePass } from '~/modules/captcha/captcha.server'
import { sendCode, spendCode, type SentCode } from '~/modules/verification/verification.server'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import type { CodeSignInInput, IdentityInput, SecondStepInput, SendCodeInput, SignInInput } from './account.schema'
import { accountOf, type Account } from './account.store.server'
import { isAuthenticatorOn, spendSecondCode, type SecondVia } from './authenticator.server'
import { noteSignIn } from './history.server'
import { findRow, findTarget, parseIdentity, refuseProven, type Identity, type UserRow } from './identity.server'
import { knownBrowserOf } from './known-browser.server'
import { hashedAtOnce, hashesWaitingOfOne, hashRetrySeconds, maxHashesWaiting, verifyOrBusy } from './password.server'
import {
  afterFirstStep,
  afterWrongCode,
  isPending,
  pauseSecondsAfter,
  secondStepMs,
  secondStepTries,
} from './sign-in.states'

/**
 * `done`: start a session and record the sign-in. `second`: ask for the authenticator's code; only the token continues
 * this sign-in.
 */
export type SignInStep = { step: 'done'; account: Account } | { step: 'second'; token: string; expiresAt: Date }

/** Continues after a correct first step: done, the second step, or U6008. */
const continueSignIn = async (row: UserRow, via: 'password' | 'code', visit: Visit): Promise<Result<SignInStep>> => {
  const next = afterFirstStep({ disabled: row.disabledAt !== null, authenticatorOn: isAuthenticatorOn(row) })
  if (next === 'disabled') {
    noteSignIn(row.id, { via, outcome: 'disabled' }, visit)
    return fail('U6008')
  }
  if (next === 'done') return ok({ step: 'done', account: accountOf(row) })
  const token = makeToken('mp2_')
  const expiresAt = inMs(secondStepMs)
  await db.pendingSignIn.create({
    data: {
      id: makeId(),
      tokenHash: sha256(token),
      userId: row.id,
      via,
      createdAt: now(),
      expiresAt,
      triesLeft: secondStepTries,
    },
  })
  noteSignIn(row.id, { via, outcome: 'second-step' }, visit)
  return ok({ step: 'second', token, expiresAt })
}

/** An invalid name is counted and checked like any other unknown name. */
const identityOrNobody = (input: IdentityInput): Result<Identity> => {
  const parsed = parseIdentity(input)
  return parsed.ok || parsed.code === 'I1110' || parsed.code === 'I1309'
    ? parsed
    : ok({ kind: 'user-name', key: `nobody ${sha256(input.identifier)}` })
}

/**
 * Checks an account's password. I1302 for a wrong one and for a non-existent account; U6008 only after the right one;
 * B0005 if a captcha is due; I1009 during the pause after several wrong ones, and after too many tries for this name or
 * from this address. A browser that signed in to the account before has its own tries.
 */
export const authenticate = async (input: SignInInput, visit: Visit): Promise<Result<SignInStep>> => {
  const done = await inTurn.run(networkOf(visit.address), () => prove(input, visit))
  return done.ok ? done.value : fail('A0503', { data: { retryAfterSeconds: hashRetrySeconds } })
}

/**
 * As many at a time as are hashed. Without this queue, the steps around hashing of fifty concurrent sign-ins would all
 * compete with everybody's pages, and nobody would be signed in sooner. Networks take turns; the last in the queue
 * waits about two seconds.
 */
const inTurn = makeFairQueue({
  parallel: hashedAtOnce,
  waitingOfOne: hashesWaitingOfOne,
  waitingOfAll: maxHashesWaiting,
})

type Limits = readonly (readonly [LimitName, string])[]
/** The limits that a try counts against. */
type Counts = {
  /** Each try counts against all of these, and is refused if one is used up. */
  tries: Limits
  /** Limits for wrong tries: beyond `doubts` a captcha is required, beyond `guards` one without digits. */
  doubts: Limits
  guards: Limits
  /** Reset after a correct password. */
  forgiven: Limits
  /** The limit whose count of tries makes the pauses grow. */
  paused: 'sign-in-pair' | 'sign-in-known'
  pausedKey: string
}
const countsOf = (key: string, visit: Visit, knownBrowser: string | null): Counts => {
  if (knownBrowser !== null) {
    const own = `${knownBrowser} ${key}`
    return {
      tries: [['sign-in-known', own]],
      doubts: [['doubt-sign-in-account', own]],
      guards: [],
      forgiven: [
        ['sign-in-known', own],
        ['doubt-sign-in-account', own],
      ],
      paused: 'sign-in-known',
      pausedKey: own,
    }
  }
  const pair = `${networkOf(visit.address)} ${key}`
  return {
    tries: [
      ['sign-in-address', visit.address],
      ['sign-in-pair', pair],
      ['sign-in-account', key],
    ],
    doubts: [
      ['doubt-sign-in-account', key],
      ['doubt-sign-in-address', visit.address],
    ],
    guards: [
      ['guard-sign-in-account', key],
      ['guard-sign-in-address', visit.address],
    ],
    forgiven: [
      ['sign-in-pair', pair],
      ['sign-in-account', key],
      ['doubt-sign-in-account', key],
      ['guard-sign-in-account', key],
    ],
    paused: 'sign-in-pair',
    pausedKey: pair,
  }
}

const prove = async (input: SignInInput, visit: Visit): Promise<Result<SignInStep>> => {
  if (input.identifier.trim() === '' || input.password === '')
    return fail('I1309', { field: input.identifier.trim() === '' ? 'identifier' : 'password' })
  const parsed = identityOrNobody(input)
  if (!parsed.ok) return parsed
  const row = await findRow(parsed.value)
  const counts = countsOf(parsed.value.key, visit, row === null ? null : knownBrowserOf(visit, row.id))
  const waitSeconds = await heldSeconds(counts.paused, counts.pausedKey)
  if (waitSeconds > 0) return tooMany({ retryAfterSeconds: waitSeconds })
  const isOver = async (limits: Counts['doubts']): Promise<boolean> =>
    (await Promise.all(limits.map(([name, counted]) => peek(name, counted)))).some((seen) => !seen.ok)
  const guarded = await isOver(counts.guards)
  const passed = await requirePass({
    visit,
    purpose: guarded ? 'sign-in-guarded' : 'sign-in',
    risky: guarded || (await isOver(counts.doubts)),
  })
  if (!passed.ok) return passed
  let tries = 0
  for (const [name, counted] of counts.tries) {
    const allowed = await consume(name, counted)
    if (!allowed.ok) return tooMany(allowed)
    if (name === counts.paused) tries = rules[name].points - allowed.left
  }
  const right = await verifyOrBusy(row?.passwordHash ?? null, input.password, {
    who: networkOf(visit.address),
  })
  if (!right.ok) return right
  if (row === null || !right.value) {
    for (const [name, counted] of [...counts.doubts, ...counts.guards]) await consume(name, counted)
    const pauseSeconds = pauseSecondsAfter(tries)
    if (pauseSeconds > 0) await hold(counts.paused, counts.pausedKey, pauseSeconds)
    if (row !== null) noteSignIn(row.id, { via: 'password', outcome: 'wrong-password' }, visit)
    return fail('I1302', { field: 'password' })
  }
  for (const [name, counted] of counts.forgiven) await forgive(name, counted)
  return continueSignIn(row, 'password', visit)
}

/** Sends a code to the account that was named. The answer is the same with and without an account. */
export const sendAccountCode = async (
  purpose: 'sign-in' | 'recover',
  input: SendCodeInput,
  visit: Visit,
): Promise<Result<SentCode>> => {
  const parsed = parseIdentity(input)
  if (!parsed.ok) return parsed
  const { row, contact, decoy, asked } = await findTarget(parsed.value, input.type)
  return sendCode({
    purpose,
    contact,
    userId: row?.id ?? null,
    visit,
    decoy,
    asked,
    known: row === null ? null : knownBrowserOf(visit, row.id),
  })
}
/** Sends a code to sign in with. */
export const sendSignInCode = (input: SendCodeInput, visit: Visit): Promise<Result<SentCode>> =>
  sendAccountCode('sign-in', input, visit)

/** Signs in with the code that was sent. I1102, I1103, I1104; I1301 and U6008 only after the right one. */
export const authenticateByCode = async (input: CodeSignInInput, visit: Visit): Promise<Result<SignInStep>> => {
  const parsed = parseIdentity(input)
  if (!parsed.ok) return parsed
  const { row, contact, asked } = await findTarget(parsed.value)
  const spent = await spendCode({
    purpose: 'sign-in',
    contact,
    asked,
    visit,
    code: input.code,
    known: row === null ? null : knownBrowserOf(visit, row.id),
  })
  if (!spent.ok) {
    if (row !== null && spent.code === 'I1104') noteSignIn(row.id, { via: 'code', outcome: 'wrong-code' }, visit)
    return spent
  }
  if (row === null || spent.value.userId !== row.id) return refuseProven(row)
  return continueSignIn(row, 'code', visit)
}

/** The state of a second step, for the page that asks for its code. */
export const findSecondStep = async (token: string): Promise<{ expiresAt: Date } | null> => {
  const pending = await db.pendingSignIn.findUnique({ where: { tokenHash: sha256(token) } })
  return isPending(pending, now()) ? { expiresAt: pending.expiresAt } : null
}

/**
 * Completes a sign-in with the authenticator's code or a recovery code; `via` says which, for the history. I1206 wrong,
 * I1207 over (sign in again), I1009 too many tries.
 */
export const finishSecondStep = async (
  input: SecondStepInput,
  visit: Visit,
): Promise<Result<Account & { via: SecondVia }>> => {
  const pending = await db.pendingSignIn.findUnique({
    where: { tokenHash: sha256(input.token) },
    include: { user: true },
  })
  const at = now()
  if (pending === null || !isPending(pending, at)) return fail('I1207')
  const { user } = pending
  if (user.disabledAt !== null) {
    noteSignIn(user.id, { via: 'authenticator', outcome: 'disabled' }, visit)
    return fail('U6008')
  }
  const taken = await db.pendingSignIn.updateMany({
    where: { id: pending.id, usedAt: null, triesLeft: { gt: 0 } },
    data: { triesLeft: { decrement: 1 } },
  })
  if (taken.count === 0) return fail('I1207')
  const used = await spendSecondCode(user, input.code)
  if (!used.ok) {
    if (used.code === 'I1009') return used
    noteSignIn(user.id, { via: 'authenticator', outcome: 'wrong-code' }, visit)
    return fail(afterWrongCode(pending.triesLeft), { field: 'code' })
  }
  const won = await db.pendingSignIn.updateMany({ where: { id: pending.id, usedAt: null }, data: { usedAt: at } })
  return won.count === 1 ? ok({ ...accountOf(user), via: used.value }) : fail('I1207')
}

/** Removes expired second steps; the server calls it periodically. */
export const clearOldSecondSteps = async (): Promise<number> =>
  (await db.pendingSignIn.deleteMany({ where: { expiresAt: { lt: now() } } })).count
