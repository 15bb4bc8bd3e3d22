/** What the captcha pages share: the purpose, where to return to, and a visitor cookie before the first picture. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { parseNumber } from '~/i18n/number'
import {
  captchaKinds,
  isCaptchaPurpose,
  maxAnswerLength,
  pieceSize,
  rotateAnswer,
  slideAnswer,
  type CaptchaPurpose,
} from '~/modules/captcha/captcha.schema'
import { grantPass } from '~/modules/captcha/captcha.server'
import type { Contact } from '~/modules/verification/contact.schema'
import { encrypt, decrypt } from '~/platform/encryption.server'
import type { Visit } from '~/platform/visit'
import { flashCookie } from '~/request/flash.server'
import { returnToOr } from '~/request/return-to'
import { visitorCookie } from '~/request/visit.server'

/** The page of each purpose's form, for a visit that does not name one. */
const homes: Record<CaptchaPurpose, string> = {
  'sign-in': '/login',
  'sign-in-guarded': '/login',
  register: '/register',
  'send-code': '/login/code',
  recover: '/forget',
  pay: '/order',
  redeem: '/wallet/code',
}

export type CaptchaReturn = { purpose: CaptchaPurpose; returnTo: string; query: string }

/** Reads the purpose and return address of a request to these pages. Throws if there is no purpose. */
export const requireCaptchaReturn = (request: Request): CaptchaReturn => {
  const { searchParams } = new URL(request.url)
  const purpose = searchParams.get('purpose')
  if (!isCaptchaPurpose(purpose)) throw new Response(null, { status: 404 })
  const returnTo = returnToOr(searchParams.get('returnTo'), homes[purpose])
  return { purpose, returnTo, query: new URLSearchParams({ purpose, returnTo }).toString() }
}

const triedMark = 'cookie'
/**
 * A challenge is bound to its visitor, so a browser without the cookie gets it first, once. Without cookies the network
 * counts.
 */
export const ensureVisitorCookie = (request: Request, context: AppLoadContext): Response | null => {
  const cookie = visitorCookie(request, context)
  const url = new URL(request.url)
  if (cookie === null || url.searchParams.has(triedMark)) return null
  url.searchParams.set(triedMark, '1')
  return redirect(url.pathname + url.search, { headers: { 'set-cookie': cookie } })
}

/** Returns to the form that asked for the captcha; it can now be sent. */
export const goBack = (context: AppLoadContext, captchaReturn: CaptchaReturn): Response =>
  redirect(captchaReturn.returnTo, {
    status: 303,
    headers: { 'set-cookie': flashCookie(context, { kind: 'done', key: 'captcha:flash.passed' }) },
  })

/** Like `goBack`, for a person who has proven an address or a phone instead of solving a picture. */
export const goBackByCode = async (
  visit: Visit,
  context: AppLoadContext,
  captchaReturn: CaptchaReturn,
): Promise<Response> => {
  await grantPass(visit, captchaReturn.purpose)
  return goBack(context, captchaReturn)
}

const entry = z
  .string()
  .max(maxAnswerLength * 4)
  .optional()
/** The three plain forms in one schema: digits, a click or two numbers (the centre of the hole), or the angle. */
const answerSchema = z.object({
  key: z.string().max(64),
  kind: z.enum(captchaKinds),
  code: entry,
  'at.x': entry,
  'at.y': entry,
  across: entry,
  down: entry,
  turn: entry,
})

/** No number in a picture has more than four digits. */
const wholeOf = (text: string | undefined): number | null =>
  text === undefined ? null : parseNumber(text, { max: 9999 })

/** Reads the answer of a plain form for `answerChallenge`; null if there is none, or an impossible one. */
export const readPlainAnswer = (values: Record<string, unknown>): { key: string; code: string } | null => {
  const parsed = answerSchema.safeParse(values)
  if (!parsed.success) return null
  const { key, kind, code, across, down, turn } = parsed.data
  if (kind === 'text')
    return code === undefined || code.trim() === '' ? null : { key, code: code.trim().slice(0, maxAnswerLength) }
  if (kind === 'rotate') return { key, code: String(rotateAnswer((wholeOf(turn) ?? 0) % 360)) }
  const [x, y] = [wholeOf(across) ?? wholeOf(parsed.data['at.x']), wholeOf(down) ?? wholeOf(parsed.data['at.y'])]
  return x === null || y === null ? null : { key, code: slideAnswer(x - pieceSize / 2, y - pieceSize / 2) }
}

const contactSchema = z.union([
  z.object({ channel: z.literal('mail'), email: z.string() }),
  z.object({ channel: z.literal('sms'), area: z.string(), phone: z.string() }),
])
/** Encrypts the contact that a code was sent to, for the address of the next form: addresses are kept in histories. */
export const encryptContact = (contact: Contact): string => encrypt('captcha-contact', JSON.stringify(contact))
export const decryptContact = (text: string | null): Contact | null => {
  const opened = text === null || text.length > 2000 ? null : decrypt('captcha-contact', text)
  if (opened === null) return null
  const parsed = contactSchema.safeParse(JSON.parse(opened))
  return parsed.success ? parsed.data : null
}
