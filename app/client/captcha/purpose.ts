/** Reads the purpose from an answer's data.purpose; an unknown one counts as signing in. */
import type { CaptchaPurpose } from '~/modules/captcha/captcha.schema'

const purposes = {
  'sign-in': true,
  'sign-in-guarded': true,
  register: true,
  'send-code': true,
  recover: true,
  pay: true,
  redeem: true,
} as const satisfies Record<CaptchaPurpose, true>
const isPurpose = (text: string): text is CaptchaPurpose => Object.hasOwn(purposes, text)

export const purposeOf = (text: unknown): CaptchaPurpose =>
  typeof text === 'string' && isPurpose(text) ? text : 'sign-in'
