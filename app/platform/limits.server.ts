/**
 * Rate limits: one table with the reason of each, counted in memory where a restart may forget, in the database where
 * it must not. A limit is asked by `consume`; what a wrong guess cost is given back by `forgive` after a right one.
 */
import { RateLimiterMemory, RateLimiterPrisma, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { isIPv6 } from 'node:net'
import { db } from './db.server'
import { env } from './env.server'
import { sha256 } from './random.server'

type Rule = { points: number; seconds: number; store: 'memory' | 'database'; why: string }

/** Every named limit. A key is an address, an account's id or a serial number. */
export const rules = {
  'sign-in-pair': { points: 10, seconds: 900, store: 'database', why: 'guessing one account’s password from one address; others can still sign in to it' },
  'sign-in-account': { points: 60, seconds: 3600, store: 'database', why: 'guessing one account’s password from many addresses' },
  'sign-in-address': { points: 60, seconds: 900, store: 'database', why: 'trying many accounts from one address; a household or office shares one' },
  'doubt-sign-in-account': { points: 3, seconds: 900, store: 'database', why: 'wrong passwords for one name; from the third on a captcha is asked for, so that programs are slow long before a person is locked out' },
  'doubt-sign-in-address': { points: 3, seconds: 900, store: 'database', why: 'wrong passwords from one address; from the third on a captcha is asked for' },
  'doubt-register-address': { points: 2, seconds: 3600, store: 'database', why: 'a household makes two accounts in an hour; for more a captcha is asked for' },
  'doubt-send-address': { points: 2, seconds: 3600, store: 'database', why: 'codes asked for from one address; from the third on a captcha is asked for' },
  'doubt-send-binding': { points: 2, seconds: 3600, store: 'database', why: 'codes asked for by one browser or session that changes its address' },
  'verification-asked': { points: 1, seconds: 60, store: 'database', why: 'I1101: a code is under way, another one now only confuses; counted by what was typed, so that it tells nothing of accounts' },
  'verification-asked-day': { points: 10, seconds: 86_400, store: 'database', why: 'I1105: nobody needs more codes for one contact in a day' },
  'verification-target': { points: 3, seconds: 60, store: 'database', why: 'one phone or mailbox is not rung by asking in several names; over it nothing is sent and the answer stays the same' },
  'verification-target-day': { points: 20, seconds: 86_400, store: 'database', why: 'as above, for a day' },
  'verification-address': { points: 30, seconds: 3600, store: 'database', why: 'sending codes to many people from one address; an office shares one' },
  'verification-instead': { points: 10, seconds: 3600, store: 'database', why: 'codes sent in place of a captcha can’t themselves ask for one' },
  'verification-prefix': { points: 60, seconds: 3600, store: 'database', why: 'SMS to rows of numbers that somebody is paid for (area code and first three digits)' },
  'sms-day': { points: env.smsDailyCap, seconds: 86_400, store: 'database', why: 'what SMS may cost in a day (SMS_DAILY_CAP); from half of it on every SMS needs a captcha' },
  'verification-try': { points: 60, seconds: 900, store: 'database', why: 'guessing six digits from one address; one code allows five tries' },
  'second-step': { points: 10, seconds: 900, store: 'database', why: 'guessing the authenticator’s six digits of one account by signing in again and again' },
  'password-check': { points: 10, seconds: 900, store: 'database', why: 'guessing the password in a session that somebody left open' },
  'register-address': { points: 20, seconds: 3600, store: 'database', why: 'making accounts by program' },
  'user-name-check': { points: 60, seconds: 600, store: 'memory', why: 'I1202 answers at once whether a name is taken; not by the thousand' },
  'bind-account': { points: 20, seconds: 3600, store: 'database', why: 'guessing the codes that boxes show' },
  'bind-address': { points: 60, seconds: 3600, store: 'database', why: 'guessing the codes that boxes show, with many accounts' },
  'pair-address': { points: 120, seconds: 3600, store: 'memory', why: 'trying serial numbers; a dealer’s shop starts many boxes at once' },
  'pair-box': { points: 30, seconds: 3600, store: 'memory', why: 'asking for new codes of one box again and again' },
  'token-poll': { points: 60, seconds: 60, store: 'memory', why: 'a box polls every 5 s; more is a fault' },
  'bad-token-address': { points: 120, seconds: 300, store: 'memory', why: 'guessing tokens' },
  'token-make': { points: 30, seconds: 3600, store: 'memory', why: 'nobody needs so many API tokens' },
  'claim-address': { points: 10, seconds: 3600, store: 'memory', why: 'guessing the first operator’s one-time token' },
  'captcha-visitor': { points: 60, seconds: 600, store: 'memory', why: 'collecting pictures to learn from; a person asks for a new one now and then' },
  'captcha-address': { points: 300, seconds: 600, store: 'memory', why: 'as before, with ever new visitor cookies; an office shares an address' },
  'captcha-picture-visitor': { points: 240, seconds: 600, store: 'memory', why: 'drawing costs time; turning by buttons without scripts draws anew' },
  'captcha-picture-address': { points: 1200, seconds: 600, store: 'memory', why: 'as before, with ever new visitor cookies' },
  'captcha-answer-visitor': { points: 20, seconds: 600, store: 'database', why: 'guessing: a blind guess of a rotation is right one time in nineteen' },
  'captcha-answer-address': { points: 60, seconds: 600, store: 'database', why: 'guessing with ever new visitor cookies' },
  upload: { points: 120, seconds: 600, store: 'memory', why: 'each upload is parsed and stored' },
} as const satisfies Record<string, Rule>
export type LimitName = keyof typeof rules

export type Consumed = { ok: true; left: number } | { ok: false; retryAfterSeconds: number }

const limiters = new Map<string, RateLimiterAbstract>()
const limiterOf = (name: string, rule: Pick<Rule, 'points' | 'seconds' | 'store'>): RateLimiterAbstract => {
  let limiter = limiters.get(name)
  if (limiter === undefined) {
    const options = { keyPrefix: name, points: rule.points, duration: rule.seconds }
    limiter =
      rule.store === 'memory'
        ? new RateLimiterMemory(options)
        : new RateLimiterPrisma({ ...options, storeClient: db, tableName: 'rateLimit', clearExpiredByTimeout: false })
    limiters.set(name, limiter)
  }
  return limiter
}

/** The network of an address: a client with IPv6 owns at least a /64, so it counts as one; IPv4 as it is. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest]
  return `${all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Long or odd keys are stored as a digest, so that a client can't fill the table with what it likes. */
const keyOf = (key: string): string => {
  const plain = networkOf(key)
  return /^[\w.:@/-]{1,64}$/.test(plain) ? plain : sha256(plain)
}

const ask = async (limiter: RateLimiterAbstract, key: string, points: number): Promise<Consumed> => {
  if (!env.limitsOn) return { ok: true, left: Number.MAX_SAFE_INTEGER }
  try {
    const result = await limiter.consume(keyOf(key), points)
    return { ok: true, left: result.remainingPoints }
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
    throw refused
  }
}

/** Takes points from a named limit. A refusal says when to come again (code I1009, Retry-After). */
export const consume = (name: LimitName, key: string, points = 1): Promise<Consumed> => ask(limiterOf(name, rules[name]), key, points)

/** Looks at a named limit without taking from it: what the next `consume` would be answered. */
export const peek = async (name: LimitName, key: string): Promise<Consumed> => {
  const { points } = rules[name]
  if (!env.limitsOn) return { ok: true, left: Number.MAX_SAFE_INTEGER }
  const found = await limiterOf(name, rules[name]).get(keyOf(key))
  const used = found?.consumedPoints ?? 0
  if (used < points) return { ok: true, left: points - used }
  return { ok: false, retryAfterSeconds: found === null ? rules[name].seconds : Math.max(1, Math.ceil(found.msBeforeNext / 1000)) }
}

/** Takes a point from an endpoint's own limit, counted in memory. */
export const consumeFor = (name: string, rule: { points: number; seconds: number }, key: string): Promise<Consumed> =>
  ask(limiterOf(`endpoint ${name}`, { ...rule, store: 'memory' }), key, 1)

/** Forgets what a key has used of a limit. */
export const forgive = async (name: LimitName, key: string): Promise<void> => {
  await limiterOf(name, rules[name]).delete(keyOf(key))
}

/** Removes counters that ended; called now and then by the server. */
export const clearOldLimits = async (): Promise<number> => (await db.rateLimit.deleteMany({ where: { expire: { lt: new Date() } } })).count
