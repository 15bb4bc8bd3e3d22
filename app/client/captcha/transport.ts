/**
 * The dialog's two calls: a challenge, encrypted to a key of this page, and the answer, encrypted to the server's key.
 */
import type { CaptchaKind, CaptchaPurpose } from '~/modules/captcha/captcha.schema'
import { callApi, type ApiAnswer } from '../api/call'
import { makeReplyKey } from '../secret/jwe'
import { encryptFor } from '../secret/encrypt'
import type { Challenge } from './captcha.states'

const isForbidden = (answer: ApiAnswer<unknown>): boolean =>
  !answer.ok && (answer.status === 403 || answer.status === 404)
const isLimited = (answer: ApiAnswer<unknown>): boolean => !answer.ok && answer.status === 429

type Sent = { image: string; key: string; slideImage?: string }
const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' &&
  value !== null &&
  'image' in value &&
  'key' in value &&
  typeof value.image === 'string' &&
  typeof value.key === 'string'
const challengeOf = ({ image, key, slideImage }: Sent): Challenge =>
  slideImage === undefined
    ? { key, image, kind: 'text', slideImage: null }
    : slideImage === 'rotate'
      ? { key, image, kind: 'rotate', slideImage: null }
      : { key, image, kind: 'slider', slideImage }

export type Loaded = { ok: true; challenge: Challenge } | { ok: false; why: 'network' | 'forbidden' | 'limited' }
/** Requests a challenge of one kind, or of any. */
export const loadChallenge = async (purpose: CaptchaPurpose, kind: CaptchaKind | null): Promise<Loaded> => {
  try {
    const key = await makeReplyKey()
    const answer = await callApi<unknown>('/authority/secondCaptcha', {
      values: { purpose, publicKey: key.publicKey, ...(kind === null ? {} : { kind }) },
      quiet: true,
    })
    if (isForbidden(answer)) return { ok: false, why: 'forbidden' }
    if (isLimited(answer)) return { ok: false, why: 'limited' }
    const sent = answer.ok && typeof answer.data === 'string' ? await key.open(answer.data) : null
    return isSent(sent) ? { ok: true, challenge: challengeOf(sent) } : { ok: false, why: 'network' }
  } catch {
    return { ok: false, why: 'network' }
  }
}

export type Verdict = 'right' | 'wrong' | 'late' | 'network' | 'forbidden' | 'limited'
/** Sends an answer. It never shows a toast: the dialog shows the result. */
export const sendAnswer = async (purpose: CaptchaPurpose, key: string, code: string): Promise<Verdict> => {
  const jwe = await encryptFor('/api/authority/verifyCaptcha', { code, key, info: purpose }).catch(() => null)
  if (jwe === null) return 'network'
  const answer = await callApi<null>('/authority/verifyCaptcha', { method: 'POST', values: { jwe }, quiet: true })
  if (answer.ok) return 'right'
  if (isForbidden(answer)) return 'forbidden'
  if (isLimited(answer)) return 'limited'
  if (answer.code === 'U1003' || answer.code === 'A0422') return 'wrong'
  return answer.code === 'I1102' || answer.code === 'I1103' ? 'late' : 'network'
}
