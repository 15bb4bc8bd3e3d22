/**
 * Rate limits: one table with the reason for each. Counts are kept in memory where a restart may forget them, else in
 * the database. `consume` takes from a limit; after a right answer `forgive` gives back what wrong guesses cost.
 * Concurrency limits have places that are taken and given back.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { db, unsynced, Prisma, type Transaction } from './db.server'
import { env } from './env.server'
import { groupsOf, networkOf, siteOf, wideNetworkOf } from './network.server'
import { sha256 } from './random.server'

export { networkOf, siteOf, wideNetworkOf } from './network.server'

/** Counted in the database, unless `store` says otherwise. */
type Rule = { points: number; seconds: number; store?: 'memory'; why: string }

/** Every named limit. A key is an address, an account's id or a serial number. */
export const rules = {
  'sign-in-pair': {
    points: 10,
    seconds: 900,
    why: 'guessing one account’s password from one address; others can still sign in to it',
  },
  'sign-in-account': {
    points: 60,
    seconds: 3600,
    why: 'guessing one account’s password from many addresses; a browser that signed in to it before, and a code by mail or SMS, are not locked by it',
  },
  'sign-in-known': {
    points: 10,
    seconds: 900,
    why: 'guessing in one browser that signed in to the account before: counted separately, so that nobody else can use it up',
  },
  'guard-sign-in-account': {
    points: 6,
    seconds: 3600,
    why: 'wrong passwords for one name in unknown browsers; from the sixth on no captcha of digits counts, so that no lock relies on digits',
  },
  'guard-sign-in-address': { points: 10, seconds: 3600, why: 'the same from one address' },
  'sign-in-address': {
    points: 60,
    seconds: 900,
    why: 'trying many accounts from one address; a household or office shares one',
  },
  'doubt-sign-in-account': {
    points: 3,
    seconds: 900,
    why: 'wrong passwords for one name; from the third on a captcha is needed, so that programs are slow long before a person is locked out',
  },
  'doubt-sign-in-address': {
    points: 3,
    seconds: 900,
    why: 'wrong passwords from one address; from the third on a captcha is needed',
  },
  'doubt-register-address': {
    points: 2,
    seconds: 3600,
    why: 'a household creates two accounts in an hour; more need a captcha',
  },
  'doubt-send-address': {
    points: 2,
    seconds: 3600,
    why: 'codes requested from one address; from the third on a captcha is needed',
  },
  'doubt-send-binding': {
    points: 2,
    seconds: 3600,
    why: 'codes requested by one browser or session that changes its address',
  },
  'verification-asked': {
    points: 1,
    seconds: 60,
    why: 'I1101: a code is on its way, and another one would only confuse; counted by the typed contact, so that it reveals nothing about accounts, and by visitor, so that nobody makes another one wait',
  },
  'verification-asked-day': {
    points: 10,
    seconds: 86_400,
    why: 'I1105: nobody needs more codes for one contact in a day; counted as above',
  },
  'verification-share': {
    points: 3,
    seconds: 60,
    why: 'I1101: one contact over all requesters. Shares that can’t use each other up: without a captcha (beyond it one is needed), after a captcha, in place of one, and the signed-in owner; three, because several people of a household or office may ask at once',
  },
  'verification-open-day': {
    points: 5,
    seconds: 86_400,
    why: 'the share without a captcha, over all requesters of one contact; then a captcha is needed (I1105 if the code replaces one). A contact has up to four names (its own, the account’s, the other contact’s, a box’s), together no more than verification-target-day',
  },
  'verification-kept-day': {
    points: 10,
    seconds: 86_400,
    why: 'I1105: the shares after a captcha and of the signed-in owner, over all requesters of one contact',
  },
  'verification-target': {
    points: 3,
    seconds: 60,
    why: 'one phone or mailbox can’t be flooded by using several names; beyond it nothing is sent and the answer stays the same; each share is counted separately',
  },
  'verification-target-day': { points: 20, seconds: 86_400, why: 'as above, for a day' },
  'verification-address': {
    points: 30,
    seconds: 3600,
    why: 'sending codes to many people from one address; an office shares one',
  },
  'verification-instead': {
    points: 10,
    seconds: 3600,
    why: 'codes sent in place of a captcha can’t themselves need one',
  },
  'verification-prefix': {
    points: 60,
    seconds: 3600,
    why: 'SMS to ranges of numbers that somebody earns money with (area code and first three digits)',
  },
  'sms-day': {
    points: env.smsDailyCap,
    seconds: 86_400,
    why: 'how many SMS a day may cost money (SMS_DAILY_CAP); from half of it on every SMS needs a captcha (if five networks or more have asked, see sms-network)',
  },
  'sms-network': {
    points: Math.max(1, Math.floor(env.smsDailyCap / 10)),
    seconds: 86_400,
    why: 'SMS requested by one network (a /48, a /24 for IPv4): a tenth of the daily total, so that one sender can’t cause captchas for everybody, nor use up everybody’s share',
  },
  'sms-site': {
    points: Math.max(1, Math.floor(env.smsDailyCap / 20)),
    seconds: 86_400,
    why: 'SMS requested by one customer’s line (a /56, one address for IPv4); an office shares one',
  },
  'sms-notice': {
    points: 5,
    seconds: 86_400,
    why: 'SMS that warn one number of changes to its account; somebody who makes endless changes has been warned of the first ones',
  },
  'sms-notice-all': {
    points: env.smsDailyCap,
    seconds: 86_400,
    why: 'the same overall: warnings are sent beyond sms-day, which anybody could use up; with this limit a day never costs more than twice sms-day',
  },
  'doubt-send-network': {
    points: 20,
    seconds: 3600,
    why: 'codes requested from one network (a /48, a /24 for IPv4); then a captcha is needed there, and nowhere else',
  },
  'verification-try': {
    points: 60,
    seconds: 900,
    why: 'guessing six digits from one address; one code allows five tries',
  },
  'second-step': {
    points: 10,
    seconds: 900,
    why: 'guessing the authenticator’s six digits of one account by signing in repeatedly',
  },
  'password-check': { points: 10, seconds: 900, why: 'guessing the password in a session that somebody left open' },
  'own-data': {
    points: 6,
    seconds: 3600,
    store: 'memory',
    why: 'downloads of all data of one account: each writes all of its lists and reads all of its orders, entries and messages',
  },
  'register-address': { points: 20, seconds: 3600, why: 'creating accounts by program' },
  'user-name-check': {
    points: 60,
    seconds: 600,
    store: 'memory',
    why: 'I1202 reveals at once whether a name is taken; not by the thousand',
  },
  'bind-account': { points: 20, seconds: 3600, why: 'guessing the codes that boxes show' },
  'bind-address': { points: 60, seconds: 3600, why: 'guessing the codes that boxes show, with many accounts' },
  'pair-address': {
    points: 120,
    seconds: 3600,
    store: 'memory',
    why: 'trying serial numbers (one that does not exist counts ten times); a dealer’s shop starts many boxes at once',
  },
  'bind-box': {
    points: 5,
    seconds: 900,
    why: 'D1106: wrong codes of one account for one box, until it shows a new one; a person mistypes twice, a program needs billions. Nobody else’s tries are used up',
  },
  'pair-box': {
    points: 30,
    seconds: 3600,
    store: 'memory',
    why: 'requesting new codes for one box repeatedly, counted by network: a stranger elsewhere uses up nothing of the box’s',
  },
  'serial-number-account': {
    points: 10,
    seconds: 3600,
    why: 'finding out whether serial numbers that are not the account’s exist',
  },
  'serial-number-address': { points: 30, seconds: 3600, store: 'memory', why: 'the same with many accounts' },
  'token-poll': {
    points: 60,
    seconds: 60,
    store: 'memory',
    why: 'a box polls every 5 s; more is an error in its software',
  },
  'bad-token-address': { points: 120, seconds: 300, store: 'memory', why: 'guessing tokens' },
  'token-make': { points: 30, seconds: 3600, store: 'memory', why: 'nobody needs so many API tokens' },
  'claim-address': { points: 10, seconds: 3600, store: 'memory', why: 'guessing the first operator’s one-time token' },
  'captcha-visitor': {
    points: 60,
    seconds: 600,
    store: 'memory',
    why: 'collecting pictures to train on; a person requests a new one now and then',
  },
  'captcha-address': {
    points: 300,
    seconds: 600,
    store: 'memory',
    why: 'as before, with new visitor cookies each time; an office shares an address',
  },
  'captcha-picture-visitor': {
    points: 240,
    seconds: 600,
    store: 'memory',
    why: 'drawing costs time; rotating by buttons without scripts draws again',
  },
  'captcha-picture-address': {
    points: 1200,
    seconds: 600,
    store: 'memory',
    why: 'as before, with new visitor cookies each time',
  },
  'captcha-answer-visitor': {
    points: 20,
    seconds: 600,
    why: 'guessing: a blind guess of a rotation is right one time in nineteen',
  },
  'captcha-answer-address': { points: 60, seconds: 600, why: 'guessing with new visitor cookies each time' },
  'attachment-start': {
    points: 100,
    seconds: 86_400,
    why: 'files begun by one account, discarded or not: discarding one frees its share of the day’s quota, but not this limit',
  },
  'engine-time': {
    points: 20_000,
    seconds: 60,
    store: 'memory',
    why: 'milliseconds of the engine’s threads that one account’s long lists, and files of other dialects, take in a minute: a third of one thread; counted by the time of each piece of work, so that long lists cost more than short ones, which cost nothing here',
  },
  'list-logo': { points: 60, seconds: 600, store: 'memory', why: 'each picture of a category is decoded and stored' },
  'link-table': {
    points: 120,
    seconds: 600,
    store: 'memory',
    why: 'reading, importing or exporting a table of links takes its thread up to a second',
  },
  'link-table-time': {
    points: 20_000,
    seconds: 60,
    store: 'memory',
    why: 'milliseconds of the one thread for tables of links that one account takes in a minute: a third of it; counted by the time of each table, so that a deliberately expensive one costs its sender',
  },
  upload: { points: 120, seconds: 600, store: 'memory', why: 'each upload is parsed and stored' },
  'kept-answers': {
    points: 8_388_608,
    seconds: 86_400,
    store: 'memory',
    why: 'bytes of answers that are kept for 30 days under the idempotency keys of one account or box, in case it repeats a request: an edit every two seconds for nine hours, and nobody edits longer. Beyond it requests with a key wait, and nothing is lost: an editor keeps its edits and sends them again. Requests that move money don’t count here, each has its own limit',
  },
  'audited-switch': {
    points: 300,
    seconds: 3600,
    why: 'switches by one account, which the audit log keeps permanently: services, reminders, adult control, country, renewals, links to lists. A dealer switches a hundred boxes three times in an hour; switching to the current state doesn’t count',
  },
  'feedback-account': {
    points: 20,
    seconds: 3600,
    store: 'memory',
    why: 'each is read by a person; a customer with more to say replies in an existing one',
  },
  'feedback-reply-account': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'a written conversation is slower; more comes from a program',
  },
  'recharge-create': {
    points: 30,
    seconds: 3600,
    store: 'memory',
    why: 'addresses that nobody pays; the database allows one unpaid recharge per account',
  },
  'invite-look': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'looking up invitation codes on the registration page: nobody can try all codes',
  },
  'order-create': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'orders of one account: a dealer renews a hundred boxes in a day, not in an hour; each holds money and calls a provider',
  },
  'order-cancel': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'cancelling by one account: each closes payments at a provider, even if it refused to close them before',
  },
  'shared-list-address': {
    points: 300,
    seconds: 300,
    store: 'memory',
    why: 'reading one list by its links from one address; a household turns pages, a program that reads all of them does more. Reading a whole list, on paper, counts ten. Each list is counted separately: another site that embeds a link closes no other list',
  },
  'shared-list-wrong': {
    points: 30,
    seconds: 600,
    store: 'memory',
    why: 'invalid share links from one address: nobody can guess 128 bits, so only these are refused, and valid ones still open',
  },
  'list-pdf': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'lists drawn as PDF for one account, or for one address by a link: each takes a second of a thread',
  },
  'receipt-pdf': {
    points: 200,
    seconds: 3600,
    store: 'memory',
    why: 'receipts drawn for one account: each takes 10 ms of the processor; a dealer saves those of a hundred boxes twice; checking whether one has changed takes none',
  },
  'wallet-statement': {
    points: 3000,
    seconds: 3600,
    store: 'memory',
    why: 'entries that one account saves as CSV, in thousands (a started thousand counts fully): three millions an hour, which take half a minute of the processor; counted before the first is read, by the maximum that the dates of the search can contain',
  },
  'payment-begin': {
    points: 60,
    seconds: 3600,
    store: 'memory',
    why: 'payments that one account starts: each is a call to a provider',
  },
  'payment-check': {
    points: 30,
    seconds: 300,
    store: 'memory',
    why: 'asking the provider about one account’s payments by a button; the portal also polls by itself',
  },
  'callback-refused': {
    points: 5,
    seconds: 3600,
    store: 'memory',
    why: 'callbacks of one provider with an invalid signature, all refused; from the fifth on the log reports it (payment-signature), once an hour and only while payments there are watched: one or two are a stranger’s, each payment has several, and a flood must not fill the log',
  },
  'return-address': {
    points: 20,
    seconds: 3600,
    store: 'memory',
    why: 'addresses that one account gives for returned money: each is reported by message and mail',
  },
  'payment-password-new': {
    points: 5,
    seconds: 86_400,
    why: 'payment passwords that one account sets, changes or recovers: each is reported by mail or SMS; only stored ones count',
  },
  'transfer-look-up': {
    points: 30,
    seconds: 86_400,
    why: 'finding out by transfers who has an account and a wallet; a recipient whom the account has paid before doesn’t count',
  },
  'transfer-look-up-address': {
    points: 150,
    seconds: 86_400,
    why: 'the same with many accounts from one address; an office shares one',
  },
  'redeem-account': {
    points: 20,
    seconds: 3600,
    why: 'guessing codes with one account; a right one restores it. A person mistypes twice, and the check letter reports most of that without using a guess',
  },
  'redeem-address': {
    points: 120,
    seconds: 3600,
    why: 'the same with many accounts, right codes included: a shop that sells codes redeems some for its customers',
  },
  'doubt-redeem-account': {
    points: 3,
    seconds: 3600,
    why: 'invalid codes by one account; from the fourth on a captcha is needed',
  },
  'doubt-redeem-address': { points: 10, seconds: 3600, why: 'the same from one address' },
  'doubt-redeem-all': {
    points: 300,
    seconds: 3600,
    why: 'the same overall: then everybody solves a captcha, and nobody is locked out; at this pace a guess finds one of a million codes in 10^8 years',
  },
  'card-attempt': {
    points: 5,
    seconds: 3600,
    why: 'card payments that one account starts; a further one needs a captcha, because programs test stolen cards',
  },
} as const satisfies Record<string, Rule>
export type LimitName = keyof typeof rules

type PlaceRule = { places: number; why: string }
/** Concurrency limits: the places per key (an account's id), or for the whole server if there is only one key. */
export const slotRules = {
  'form-with-files': { places: 2, why: 'forms with files of one account; no person sends more' },
  'refused-form': {
    places: 2,
    why: 'refused forms of one account that are read on, up to 2 GiB (six times the largest form), and discarded: a browser without scripts shows no answer before it has sent everything; of a third or longer one only as much is read as of a stranger’s',
  },
  'refused-form-all': {
    places: 40,
    why: 'the same over all accounts: each holds a connection, but no memory',
  },
  'payment-callback': {
    places: 16,
    why: 'callbacks of one network that are being read: nobody knows whose they are before the last byte, and each may hold 64 KiB; when all are taken, the oldest half-read one makes room',
  },
  'payment-callback-all': {
    places: 128,
    why: 'the same over all networks: 8 MiB; when all are taken, the oldest half-read one of the network that holds most makes room',
  },
} as const satisfies Record<string, PlaceRule>
export type SlotName = keyof typeof slotRules

const taken = new Map<string, number>()
/**
 * Takes a place and returns a function that gives it back, once. Null if all are taken. Works even when rate limits are
 * off.
 */
export const takeSlot = (name: SlotName, key = ''): (() => void) | null => {
  const counted = `${name}:${key}`
  const before = taken.get(counted) ?? 0
  if (before >= slotRules[name].places) return null
  taken.set(counted, before + 1)
  let mine = true
  return () => {
    if (!mine) return
    mine = false
    const left = (taken.get(counted) ?? 1) - 1
    if (left === 0) taken.delete(counted)
    else taken.set(counted, left)
  }
}

/** `left`: Infinity if nothing is counted, which no page shows. */
export type Consumed = { ok: true; left: number } | { ok: false; retryAfterSeconds: number }

type Used = { points: number; msLeft: number }
/** The counts of one limit. `take` also counts refused requests; `look` returns null if nothing is counted. */
type Counter = {
  take: (key: string, points: number) => Promise<Used>
  look: (key: string) => Promise<Used | null>
  forget: (key: string) => Promise<unknown>
}

const countInMemory = (name: string, { points, seconds }: Pick<Rule, 'points' | 'seconds'>): Counter => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const usedOf = (found: RateLimiterRes): Used => ({ points: found.consumedPoints, msLeft: found.msBeforeNext })
  return {
    take: async (key, taken) => {
      try {
        return usedOf(await limiter.consume(key, taken))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return usedOf(refused)
        throw refused
      }
    },
    look: async (key) => {
      const found = await limiter.get(key)
      return found === null ? null : usedOf(found)
    },
    forget: (key) => limiter.delete(key),
  }
}

type CountedRow = { points: number | bigint; expire: Date | string }
const rawUnsynced = Prisma.raw(unsynced)
/**
 * Each count is one statement, so concurrent counts are never lost. It does not wait for the disk, because one sign-in
 * counts five times.
 */
const countInDatabase = (name: string, { seconds }: Pick<Rule, 'seconds'>): Counter => {
  const usedOf = (row: CountedRow, atMs: number): Used => ({
    points: Number(row.points),
    msLeft: new Date(row.expire).getTime() - atMs,
  })
  return {
    take: async (key, points) => {
      const atMs = Date.now()
      const at = new Date(atMs)
      const rows = await db.$queryRaw<
        CountedRow[]
      >`${rawUnsynced} INSERT INTO "RateLimit" AS "known" ("key", "points", "expire") VALUES (${`${name}:${key}`}, ${points}, ${new Date(atMs + seconds * 1000)})
        ON CONFLICT ("key") DO UPDATE SET
          "points" = CASE WHEN "known"."expire" > ${at} THEN "known"."points" + excluded."points" ELSE excluded."points" END,
          "expire" = CASE WHEN "known"."expire" > ${at} THEN "known"."expire" ELSE excluded."expire" END
        RETURNING "points", "expire"`
      const [row] = rows
      if (row === undefined) throw new Error(`the limit ${name} was not counted`)
      return usedOf(row, atMs)
    },
    look: async (key) => {
      const atMs = Date.now()
      const [row] = await db.$queryRaw<
        CountedRow[]
      >`SELECT "points", "expire" FROM "RateLimit" WHERE "key" = ${`${name}:${key}`} AND "expire" > ${new Date(atMs)}`
      return row === undefined ? null : usedOf(row, atMs)
    },
    forget: (key) => db.$queryRaw`${rawUnsynced} DELETE FROM "RateLimit" WHERE "key" = ${`${name}:${key}`}`,
  }
}

const counters = new Map<string, Counter>()
const counterOf = (name: string, rule: Pick<Rule, 'points' | 'seconds' | 'store'>): Counter => {
  let counter = counters.get(name)
  if (counter === undefined) {
    counter = rule.store === 'memory' ? countInMemory(name, rule) : countInDatabase(name, rule)
    counters.set(name, counter)
  }
  return counter
}

/**
 * How much more than one /64 its /56 and its /48 may use where limits count by address. They are neighbours, not
 * strangers.
 */
const siteShares = 4
const wideShares = 16
type Counted = { key: string; shares: number }
/** The counters of one key. An IPv6 address counts by its /64, its /56 and its /48; any other key counts once. */
const countersOf = (key: string): Counted[] =>
  typeof groupsOf(key) === 'string'
    ? [{ key, shares: 1 }]
    : [
        { key, shares: 1 },
        { key: siteOf(key), shares: siteShares },
        { key: wideNetworkOf(key), shares: wideShares },
      ]

/** Long or odd keys are stored as a digest, so that a client can't fill the table with text of its choice. */
const keyOf = (key: string): string => {
  const plain = networkOf(key)
  return /^[\w.:@/-]{1,64}$/.test(plain) ? plain : sha256(plain)
}

const unlimited: Consumed = { ok: true, left: Infinity }
const refusedFor = (msLeft: number): Consumed => ({
  ok: false,
  retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
})

/** Picks the counter that refuses longest, else the one with the least left. */
const strictest = (answers: readonly Consumed[]): Consumed =>
  answers.reduce((strict, one) => {
    if (!one.ok) return strict.ok || one.retryAfterSeconds > strict.retryAfterSeconds ? one : strict
    return strict.ok && one.left < strict.left ? one : strict
  }, unlimited)

const ask = async (
  name: string,
  rule: Pick<Rule, 'points' | 'seconds' | 'store'>,
  key: string,
  points: number,
): Promise<Consumed> => {
  if (!env.limitsOn) return unlimited
  const answers: Consumed[] = []
  for (const counted of countersOf(key)) {
    const used = await counterOf(name, rule).take(keyOf(counted.key), points)
    const allowed = rule.points * counted.shares
    answers.push(used.points <= allowed ? { ok: true, left: allowed - used.points } : refusedFor(used.msLeft))
  }
  return strictest(answers)
}

/** Takes points from a named limit. A refusal says when to try again (code I1009, Retry-After). */
export const consume = (name: LimitName, key: string, points = 1): Promise<Consumed> =>
  ask(name, rules[name], key, points)

/**
 * Takes from a limit that is counted in the database, within a transaction: a rollback takes nothing. The key is not an
 * address. False if nothing is left.
 */
export const takeWithin = async (tx: Transaction, name: LimitName, key: string): Promise<boolean> => {
  const { points, seconds } = rules[name]
  if (!env.limitsOn) return true
  const atMs = Date.now()
  const at = new Date(atMs)
  const taken = await tx.$executeRaw`
    INSERT INTO "RateLimit" AS "known" ("key", "points", "expire")
    VALUES (${`${name}:${keyOf(key)}`}, 1, ${new Date(atMs + seconds * 1000)})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "known"."expire" > ${at} THEN "known"."points" + 1 ELSE 1 END,
      "expire" = CASE WHEN "known"."expire" > ${at} THEN "known"."expire" ELSE excluded."expire" END
    WHERE "known"."points" < ${points} OR "known"."expire" <= ${at}`
  return taken > 0
}

/** Reads a named limit without taking from it: returns what the next `consume` would. */
export const peek = async (name: LimitName, key: string): Promise<Consumed> => {
  const { points, seconds } = rules[name]
  if (!env.limitsOn) return unlimited
  const answers: Consumed[] = []
  for (const counted of countersOf(key)) {
    const used = await counterOf(name, rules[name]).look(keyOf(counted.key))
    const allowed = points * counted.shares
    if (used === null) answers.push(allowed > 0 ? { ok: true, left: allowed } : refusedFor(seconds * 1000))
    else answers.push(used.points < allowed ? { ok: true, left: allowed - used.points } : refusedFor(used.msLeft))
  }
  return strictest(answers)
}

/** Takes a point from an endpoint's own limit, counted in memory. The key is an address or identifies the caller. */
export const consumeFor = (name: string, rule: { points: number; seconds: number }, key: string): Promise<Consumed> =>
  ask(`endpoint ${name}`, { ...rule, store: 'memory' }, key, 1)

/** Forgets how much of a limit a key has used. */
export const forgive = async (name: LimitName, key: string): Promise<void> => {
  await counterOf(name, rules[name]).forget(keyOf(key))
}

/** Blocks a key; until then `heldSeconds` returns for how long. A key that is already blocked keeps its time. */
export const hold = async (name: LimitName, key: string, seconds: number): Promise<void> => {
  if (env.limitsOn) await countInDatabase(`${name} held`, { seconds }).take(keyOf(key), 1)
}

/** Returns for how many seconds a key is still blocked; 0 when it is not. */
export const heldSeconds = async (name: LimitName, key: string): Promise<number> => {
  const held = env.limitsOn ? await countInDatabase(`${name} held`, { seconds: 0 }).look(keyOf(key)) : null
  return held === null ? 0 : Math.max(1, Math.ceil(held.msLeft / 1000))
}

/** Removes expired counters; the server calls it periodically. */
export const clearOldLimits = async (): Promise<number> =>
  (await db.rateLimit.deleteMany({ where: { expire: { lt: new Date() } } })).count
