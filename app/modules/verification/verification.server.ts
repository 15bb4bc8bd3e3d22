/**
 * Codes by SMS and mail: one mechanism for everything that a code must prove. The only public file of the module. A
 * code is bound to its purpose, its contact and the visitor who asked; neither answers nor timing reveal which accounts
 * exist.
 */
import type { Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { consume, peek, siteOf, wideNetworkOf, type Consumed, type LimitName } from '~/platform/limits.server'
import type { Visit } from '~/platform/visit'
import { requirePass } from '~/modules/captcha/captcha.server'
import { channelsReady, enqueueMail, enqueueSms, type Purpose } from '~/modules/outbox/outbox.server'
import { hourMs, inMs } from '~/platform/clock.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { codeGapMs, codeLifeMs } from './code.states'
import { insertCode, tryCode, markSpent } from './code.server'
import { contactKey, printContact, type Channel, type Contact } from './contact.schema'

export { clearOldCodes, closeCodes } from './code.server'
export { type Channel, type Contact } from './contact.schema'
export type { Purpose } from '~/modules/outbox/outbox.server'

export type SendInput = {
  purpose: Purpose
  contact: Contact
  /** The account that the code concerns, if known. */
  userId: string | null
  visit: Visit
  /** No account has this contact: everything else happens as usual, but no code is sent and none is correct. */
  decoy?: boolean
  /**
   * What the person typed, if it is not the contact itself: the code and the visible limits use it, and the answer does
   * not name the contact.
   */
  asked?: string | undefined
  /**
   * The id of a browser that signed in to this account before: it is counted separately, so that strangers can't use up
   * its share.
   */
  known?: string | null | undefined
}
export type SentCode = {
  /** Null if the person named an account, not a contact. */
  channel: Channel | null
  /** The contact, for whoever typed or owns it; null as above. */
  sentTo: string | null
  expiresInSeconds: number
  againInSeconds: number
}

/** The recipient of a message: an e-mail address, or a number with its plus sign. */
export const recipientOf = (contact: Contact): string =>
  contact.channel === 'mail' ? contact.email : contact.area + contact.phone

/**
 * A code is bound to what was typed, so that a code requested by user name reveals nothing about one requested by that
 * account's e-mail.
 */
const targetKeyOf = (input: { contact: Contact; asked?: string | undefined }): string =>
  input.asked ?? contactKey(input.contact)
/** Who asks: the network, or a browser known to the account, which is independent of others in its network. */
const whoOf = (input: { visit: Visit; known?: string | null | undefined }): string =>
  input.known == null ? input.visit.address : `known ${input.known}`
const smsPrefix = (contact: Contact): string =>
  contact.channel === 'sms' ? contact.area + contact.phone.slice(0, 3) : 'none'

/**
 * What happens when a limit is reached: the error is returned, or nothing is sent without the person noticing, or the
 * check only takes its usual time.
 */
type Check = { name: LimitName; key: string; refusal: 'I1101' | 'I1105' | 'I1009' | 'quiet' | 'none' }

/**
 * Whose allowance a code uses. Requests without a captcha (`open`) can't use up the shares of people who solved one
 * (`passed`) or of the signed-in owner of the contact (`own`). A code in place of a captcha (`instead`) can't ask for
 * one, so it has its own share.
 */
type Share = 'open' | 'passed' | 'own' | 'instead'

/**
 * The limits across everybody who asks for the same contact. They use what was typed, so that a captcha caused by them
 * reveals nothing about accounts.
 */
const shareChecksOf = (input: SendInput, share: Share): Check[] => {
  const key = input.known == null ? `${share} ${targetKeyOf(input)}` : `known ${input.known} ${targetKeyOf(input)}`
  return [
    { name: 'verification-share', key, refusal: 'I1101' },
    {
      name: share === 'open' || share === 'instead' ? 'verification-open-day' : 'verification-kept-day',
      key,
      refusal: 'I1105',
    },
  ]
}

/**
 * All other limits of one code. Their number is the same with and without an account, so that the time reveals nothing.
 */
const checksOf = (input: SendInput): Check[] => {
  const named = input.asked !== undefined
  const { binding } = input.visit
  const address = whoOf(input)
  const mine = `${binding} ${targetKeyOf(input)}`
  // A real SMS, or one that must look the same: a typed number that no account has.
  const costs = input.contact.channel === 'sms' && !(named && input.decoy === true)
  const sms = !costs ? 'none' : named ? 'quiet' : 'I1009'
  return [
    { name: 'verification-asked', key: mine, refusal: 'I1101' },
    { name: 'verification-asked-day', key: mine, refusal: 'I1105' },
    { name: 'verification-address', key: address, refusal: 'I1009' },
    ...(input.purpose === 'captcha' ? [{ name: 'verification-instead', key: address, refusal: 'I1009' } as const] : []),
    ...(input.known == null && (named || costs)
      ? ([
          { name: 'verification-prefix', key: costs ? smsPrefix(input.contact) : 'none', refusal: sms },
          { name: 'sms-site', key: costs ? siteOf(address) : 'none', refusal: sms },
          { name: 'sms-network', key: costs ? wideNetworkOf(address) : 'none', refusal: sms },
        ] as const)
      : []),
    ...(named || costs ? ([{ name: 'sms-day', key: costs ? 'all' : 'none', refusal: sms }] as const) : []),
  ]
}

/** Limits per phone or mailbox, under any name: nobody may notice these, not even by being asked for a captcha. */
const targetChecksOf = (input: SendInput, share: Share): Check[] => {
  const key =
    input.known == null ? `${share} ${contactKey(input.contact)}` : `known ${input.known} ${contactKey(input.contact)}`
  return [
    { name: 'verification-target', key, refusal: 'quiet' },
    { name: 'verification-target-day', key, refusal: 'quiet' },
  ]
}

const answerOf = (check: Check, refused: Consumed & { ok: false }): Failure | null =>
  check.refusal === 'quiet' || check.refusal === 'none'
    ? null
    : fail(check.refusal, { data: { retryAfterSeconds: refused.retryAfterSeconds } })

/** The error of the first limit that is reached; nothing is counted. */
const findRefusal = async (checks: readonly Check[]): Promise<Failure | null> => {
  for (const check of checks) {
    const seen = await peek(check.name, check.key)
    const answer = seen.ok ? null : answerOf(check, seen)
    if (answer !== null) return answer
  }
  return null
}

/** True if half of the day's SMS are used. Without SMS (a limit of 0) there is nothing to use. */
const isHalfSpent = async (): Promise<boolean> => {
  if (env.smsDailyCap === 0) return false
  const spent = await peek('sms-day', 'all')
  return !spent.ok || spent.left < env.smsDailyCap / 2
}

/**
 * True from the third code of an address or a browser within an hour, from the twenty-first of a network, and whenever
 * half of the day's SMS are used.
 */
const isDoubtful = async (input: SendInput): Promise<boolean> => {
  const address = await peek('doubt-send-address', whoOf(input))
  const network = input.known == null ? await peek('doubt-send-network', wideNetworkOf(input.visit.address)) : address
  const binding = await peek('doubt-send-binding', input.visit.binding)
  const halfSpent = await isHalfSpent()
  const mayCost = input.contact.channel === 'sms' || input.asked !== undefined
  return !address.ok || !network.ok || !binding.ok || (mayCost && halfSpent)
}

/** Codes that only the signed-in owner of the contact can request. */
const isOwners: ReadonlySet<Purpose> = new Set(['change-password', 'payment-password'])

/** Which share is used, and whether it requires a captcha. The checks are the same with and without an account. */
const shareOf = async (input: SendInput): Promise<{ share: Share; risky: boolean }> => {
  if (input.purpose === 'captcha') return { share: 'instead', risky: false }
  const doubtful = await isDoubtful(input)
  const usedUp = (await findRefusal(shareChecksOf(input, 'open'))) !== null
  if (isOwners.has(input.purpose) || input.known != null) return { share: 'own', risky: doubtful }
  return doubtful || usedUp ? { share: 'passed', risky: true } : { share: 'open', risky: false }
}

/**
 * Sends a code. I1101 less than a minute after the visitor's last, I1105 after ten in a day, both also if many ask for
 * the same contact; I1009 over the limits of an address, a number range or the day's spending; B0005 if a captcha is
 * due or others have used up what needs none; A0503 if this channel has no sender.
 */
export const sendCode = async (input: SendInput): Promise<Result<SentCode>> => {
  const { contact, purpose, visit } = input
  const named = input.asked !== undefined
  if (!named && !channelsReady()[contact.channel]) return fail('A0503', { data: { channel: contact.channel } })
  const checks = checksOf(input)
  // Only peek at limits first: a missing captcha uses up no limit, and a reached limit uses up no captcha.
  const refused = await findRefusal(checks)
  if (refused !== null) return refused
  // A code in place of a captcha needs none itself, so it can't use the second half of the day's SMS. A mail can.
  if (purpose === 'captcha' && contact.channel === 'sms' && (await isHalfSpent()))
    return tooMany({ retryAfterSeconds: hourMs / 1000 })
  const { share, risky } = await shareOf(input)
  const usedUp = await findRefusal(shareChecksOf(input, share))
  if (usedUp !== null) return usedUp
  if (purpose !== 'captcha') {
    const passed = await requirePass({ visit, purpose: purpose === 'recover' ? 'recover' : 'send-code', risky })
    if (!passed.ok) return passed
  }
  let quiet = false
  for (const check of [...checks, ...shareChecksOf(input, share), ...targetChecksOf(input, share)]) {
    const taken = await consume(check.name, check.key)
    if (taken.ok) continue
    const answer = answerOf(check, taken)
    if (answer !== null) return answer
    if (check.refusal === 'quiet') quiet = true
  }
  await consume('doubt-send-address', whoOf(input))
  if (input.known == null) await consume('doubt-send-network', wideNetworkOf(visit.address))
  await consume('doubt-send-binding', visit.binding)
  return transact(async (tx) => {
    await writeCode(tx, input, quiet)
    return ok({
      channel: named ? null : contact.channel,
      sentTo: named ? null : printContact(contact),
      expiresInSeconds: codeLifeMs / 1000,
      againInSeconds: codeGapMs / 1000,
    })
  })
}

/** Writes the row and the message. If nothing may be sent, both are still written but reach nobody. */
const writeCode = async (tx: Transaction, input: SendInput, quiet: boolean): Promise<void> => {
  const { contact, purpose, visit } = input
  const decoy = input.decoy === true || quiet
  const code = await insertCode(tx, {
    purpose,
    channel: contact.channel,
    targetKey: targetKeyOf(input),
    userId: input.userId,
    binding: visit.binding,
    decoy,
  })
  const message = { to: recipientOf(contact), language: visit.language, expiresAt: inMs(codeLifeMs) }
  const values = { code, minutes: codeLifeMs / 60_000, purpose }
  if (contact.channel === 'sms') await enqueueSms({ ...message, template: 'code', values, decoy }, tx)
  // Only the owner of a mailbox learns there that it has no account.
  else if (decoy && !quiet && input.asked === undefined)
    await enqueueMail({ ...message, template: 'no-account', values: {} }, tx)
  else await enqueueMail({ ...message, template: 'code', values, decoy }, tx)
}

export type CheckInput = {
  purpose: Purpose
  contact: Contact
  asked?: string | undefined
  visit: Visit
  code: string
  known?: string | null | undefined
}
const queryOf = (input: CheckInput) => ({
  purpose: input.purpose,
  targetKey: targetKeyOf(input),
  binding: input.visit.binding,
  code: input.code,
})

/**
 * Checks a code without spending it; a wrong one costs a try. I1102 expired, I1103 none or over, I1104 wrong, I1009 too
 * many tries from an address.
 */
export const checkCode = async (input: CheckInput): Promise<Result<{ userId: string | null; channel: string }>> => {
  const allowed = await consume('verification-try', whoOf(input))
  if (!allowed.ok) return tooMany(allowed)
  const tried = await tryCode(queryOf(input))
  return tried.ok ? ok({ userId: tried.value.userId, channel: tried.value.channel }) : tried
}

/**
 * Spends a code: of several concurrent uses only one succeeds. Pass `tx` if the result is written together with it;
 * then the address's tries are not counted, so check first.
 */
export const spendCode = async (input: CheckInput, tx?: Transaction): Promise<Result<{ userId: string | null }>> => {
  if (tx === undefined) {
    const allowed = await consume('verification-try', whoOf(input))
    if (!allowed.ok) return tooMany(allowed)
  }
  const tried = await tryCode(queryOf(input), tx)
  if (!tried.ok) return tried
  return (await markSpent(tried.value.id, tx)) ? ok({ userId: tried.value.userId }) : fail('I1103', { field: 'code' })
}
