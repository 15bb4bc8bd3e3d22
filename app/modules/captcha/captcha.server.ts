/**
 * Captchas: picture puzzles that are required only on risk. A challenge is bound to a visitor and a purpose, lasts two
 * minutes and takes one answer; a correct answer becomes a pass that can be used once. The answer is stored only in the
 * row, sealed.
 */
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { inMs, minuteMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume, type LimitName } from '~/platform/limits.server'
import { makeToken, randomInt } from '~/platform/random.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import type { Visit } from '~/platform/visit'
import { isRightAnswer, type RightAnswer } from './answer'
import {
  challengeLifetimeMs,
  isCaptchaKind,
  kindsOf,
  maxAnswerLength,
  passLifetimeMs,
  type CaptchaKind,
  type CaptchaPurpose,
} from './captcha.schema'
import { makeDrawer } from './draw/drawer.server'
import type { Pictures } from './draw/pictures.server'
import { makePuzzle, makeStock } from './stock.server'

export type { CaptchaKind, CaptchaPurpose } from './captcha.schema'
export type { Pictures } from './draw/pictures.server'

export type OpenChallenge = { key: string; kind: CaptchaKind; expiresAt: Date }
export type Challenge = OpenChallenge & Pictures

const keyPrefix = 'cap_'
/**
 * Kept longer, so that somebody who took more than two minutes is told that time is up, not that the challenge is
 * unknown.
 */
const keptAfterEndMs = 10 * minuteMs

/** The sealed content of a row. The pictures are drawn in advance, or from the seed on request. */
type Secret = { id: string; binding: string; purpose: string; seed: string; right: RightAnswer }

const drawer = makeDrawer()
const stock = makeStock(drawer)

/**
 * Cached pictures of open challenges: pages without scripts fetch them by URL, a slider's in two requests. The oldest
 * is dropped first and can be redrawn from its seed; this many take 2 MB.
 */
const keptPictureCount = 60
const keptPictures = new Map<string, Promise<Pictures>>()
const keepPictures = (key: string, pictures: Promise<Pictures>): Promise<Pictures> => {
  keptPictures.set(key, pictures)
  for (const oldest of keptPictures.keys()) {
    if (keptPictures.size <= keptPictureCount) break
    keptPictures.delete(oldest)
  }
  // If drawing fails, the next request tries again.
  pictures.catch(() => keptPictures.delete(key))
  return pictures
}
const draw = ({ seed, right }: Secret, turnDegrees: number): Promise<Pictures> => {
  stock.fill()
  return drawer.draw({ seed, right, turnDegrees })
}
/** The pictures of an open challenge. Only upright ones are cached, because a person turns a picture many times. */
const picturesOf = (secret: Secret, turnDegrees: number): Promise<Pictures> =>
  turnDegrees !== 0
    ? draw(secret, turnDegrees)
    : (keptPictures.get(secret.id) ?? keepPictures(secret.id, draw(secret, 0)))

const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && 'id' in value && 'right' in value && 'seed' in value
const openSecret = (row: { id: string; binding: string; purpose: string; answerSealed: string }): Secret | null => {
  const text = decrypt('captcha', row.answerSealed)
  const secret: unknown = text === null ? null : JSON.parse(text)
  // A sealed answer copied into another row is rejected.
  return isSecret(secret) && secret.id === row.id && secret.binding === row.binding && secret.purpose === row.purpose
    ? secret
    : null
}

const isKey = (key: string): boolean => key.length <= 64 && key.startsWith(keyPrefix)

/** Counts against the visitor's and the address's limit. */
const allow = async (visit: Visit, byVisitor: LimitName, byAddress: LimitName): Promise<Result<null>> => {
  for (const [name, key] of [
    [byVisitor, visit.binding],
    [byAddress, visit.address],
  ] as const) {
    const taken = await consume(name, key)
    if (!taken.ok) return tooMany(taken)
  }
  return ok(null)
}

/** The kind is a random one of the purpose's kinds, unless the caller requests one. */
type WantedChallenge = { visit: Visit; purpose: CaptchaPurpose; kind?: CaptchaKind | null }
const insertChallenge = async ({
  visit,
  purpose,
  kind = null,
}: WantedChallenge): Promise<Result<OpenChallenge & { secret: Secret; pictures: Pictures | null }>> => {
  const allowed = await allow(visit, 'captcha-visitor', 'captcha-address')
  if (!allowed.ok) return allowed
  const kinds = kindsOf[purpose]
  // Never use a kind outside the purpose, even on request.
  const chosen = kind !== null && kinds.includes(kind) ? kind : (kinds[randomInt(kinds.length)] ?? 'slider')
  const id = makeToken(keyPrefix)
  const { seed, right, pictures = null } = stock.take(chosen) ?? makePuzzle(chosen)
  const secret: Secret = { id, binding: visit.binding, purpose, seed, right }
  const expiresAt = inMs(challengeLifetimeMs)
  await db.captchaChallenge.create({
    data: {
      id,
      binding: visit.binding,
      purpose,
      kind: chosen,
      answerSealed: encrypt('captcha', JSON.stringify(secret)),
      createdAt: now(),
      expiresAt,
      triesLeft: 1,
    },
  })
  return ok({ key: id, kind: chosen, expiresAt, secret, pictures })
}

/** Makes a challenge without drawing it: its pictures have their own URLs. I1009. */
export const openChallenge = async (wanted: WantedChallenge): Promise<Result<OpenChallenge>> => {
  const made = await insertChallenge(wanted)
  if (!made.ok) return made
  const { secret, pictures, ...challenge } = made.value
  if (pictures !== null) void keepPictures(secret.id, Promise.resolve(pictures))
  return ok(challenge)
}

/** Makes a challenge with its pictures. I1009 if too many are requested. */
export const newChallenge = async (wanted: WantedChallenge): Promise<Result<Challenge>> => {
  const made = await insertChallenge(wanted)
  if (!made.ok) return made
  const { secret, pictures, ...challenge } = made.value
  return ok({ ...challenge, ...(pictures ?? (await draw(secret, 0))) })
}

const findOpen = ({ visit, key }: { visit: Visit; key: string }) =>
  isKey(key)
    ? db.captchaChallenge.findFirst({
        where: { id: key, binding: visit.binding, solvedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: now() } },
      })
    : null
/** A challenge of this visitor that can still be answered, or null. */
export const findChallenge = async (of: {
  visit: Visit
  key: string
}): Promise<(OpenChallenge & { purpose: string }) | null> => {
  const row = await findOpen(of)
  if (row === null || !isCaptchaKind(row.kind)) return null
  return { key: row.id, kind: row.kind, purpose: row.purpose, expiresAt: row.expiresAt }
}

/**
 * The pictures of a challenge that can still be answered; a rotation's are turned another `turnDegrees` clockwise. Null
 * for any other challenge. I1009.
 */
export const findChallengePictures = async ({
  visit,
  key,
  turnDegrees = 0,
}: {
  visit: Visit
  key: string
  turnDegrees?: number
}): Promise<Result<Pictures | null>> => {
  const allowed = await allow(visit, 'captcha-picture-visitor', 'captcha-picture-address')
  if (!allowed.ok) return allowed
  const row = await findOpen({ visit, key })
  const secret = row === null ? null : openSecret(row)
  return ok(secret === null ? null : await picturesOf(secret, turnDegrees))
}

/**
 * Checks an answer: the typed digits, "x_y", or degrees. A challenge takes one answer; a correct one makes a pass.
 * U1003 wrong, I1102 too late, I1103 unknown, used, or another visitor's or purpose's, I1009 too many answers.
 */
export const answerChallenge = async ({
  visit,
  key,
  purpose,
  code,
}: {
  visit: Visit
  key: string
  purpose: CaptchaPurpose
  code: string
}): Promise<Result<null>> => {
  const allowed = await allow(visit, 'captcha-answer-visitor', 'captcha-answer-address')
  if (!allowed.ok) return allowed
  const row = isKey(key) ? await db.captchaChallenge.findUnique({ where: { id: key } }) : null
  // Another visitor's try must not end a challenge: only its owner's answer is checked.
  if (row === null || row.binding !== visit.binding || row.purpose !== purpose || row.solvedAt !== null)
    return fail('I1103')
  if (row.expiresAt <= now()) return fail('I1102')
  const taken = await db.captchaChallenge.updateMany({
    where: { id: row.id, solvedAt: null, triesLeft: { gt: 0 } },
    data: { triesLeft: { decrement: 1 } },
  })
  if (taken.count !== 1) return fail('I1103')
  keptPictures.delete(row.id)
  const secret = openSecret(row)
  if (secret === null || code.length > maxAnswerLength || !isRightAnswer(secret.right, code)) return fail('U1003')
  await db.captchaChallenge.update({
    where: { id: row.id },
    data: { solvedAt: now(), expiresAt: inMs(passLifetimeMs) },
  })
  return ok(null)
}

const unspentPass = (visit: Visit, purpose: CaptchaPurpose) => ({
  binding: visit.binding,
  purpose,
  solvedAt: { not: null },
  spentAt: null,
  expiresAt: { gt: now() },
})

/** True if this visitor has a pass for this purpose. */
export const hasPass = async (visit: Visit, purpose: CaptchaPurpose): Promise<boolean> =>
  (await db.captchaChallenge.findFirst({ where: unspentPass(visit, purpose), select: { id: true } })) !== null

/** Spends a pass. A pass lets only one of several concurrent requests through. */
export const spendPass = async (visit: Visit, purpose: CaptchaPurpose): Promise<boolean> => {
  for (;;) {
    const pass = await db.captchaChallenge.findFirst({
      where: unspentPass(visit, purpose),
      select: { id: true },
      orderBy: { expiresAt: 'asc' },
    })
    if (pass === null) return false
    const spent = await db.captchaChallenge.updateMany({
      where: { id: pass.id, spentAt: null },
      data: { spentAt: now() },
    })
    if (spent.count === 1) return true
  }
}

/** Gives a pass to a visitor who has proven an e-mail address or phone instead of solving a picture. */
export const grantPass = async (visit: Visit, purpose: CaptchaPurpose): Promise<void> => {
  const at = now()
  await db.captchaChallenge.create({
    data: {
      id: makeToken(keyPrefix),
      binding: visit.binding,
      purpose,
      kind: 'code',
      answerSealed: '',
      createdAt: at,
      expiresAt: inMs(passLifetimeMs),
      triesLeft: 0,
      solvedAt: at,
    },
  })
}

/** Allows an action without risk; a risky one needs a pass, which it spends. Otherwise B0005 with the purpose. */
export const requirePass = async ({
  visit,
  purpose,
  risky,
}: {
  visit: Visit
  purpose: CaptchaPurpose
  risky: boolean
}): Promise<Result<null>> => {
  if (!risky || (await spendPass(visit, purpose))) return ok(null)
  // The client will ask for a picture next.
  stock.fill()
  return fail('B0005', { data: { purpose } })
}

/** Removes challenges that nobody can answer or spend any more; the server calls it periodically. */
export const clearOldChallenges = async (): Promise<number> =>
  (await db.captchaChallenge.deleteMany({ where: { expiresAt: { lt: inMs(-keptAfterEndMs) } } })).count

/** Ends the drawing thread; called once, when the server stops. */
export const stopDrawing = (): Promise<void> => drawer.stop()

/**
 * The correct answer of a challenge, or of the newest, opened with the server's own key: for tests and measurements in
 * the server's process or on its data folder.
 */
export const revealAnswer = async (key: string): Promise<RightAnswer | null> => {
  const row = await db.captchaChallenge.findFirst({
    where: key === 'newest' ? { solvedAt: null } : { id: key },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return row === null ? null : (openSecret(row)?.right ?? null)
}
