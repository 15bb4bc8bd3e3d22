/** The dialog's two calls: a challenge, encrypted to a key of this page, and the answer, encrypted to the server's key. */
import type { CaptchaKind, CaptchaPurpose } from '~/modules/captcha/captcha.schema'
import { encryptTo, makeReplyKey, type PublicJwk } from '../secret/jwe'
import type { Challenge } from './captcha.states'

const timeoutMs = 20_000
const verifyPath = '/api/authority/verifyCaptcha'

type Answer = { status: number; code: string; data: unknown }
const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs), ...init })
  const body = (await response.json().catch(() => null)) as { code?: unknown; data?: unknown } | null
  return { status: response.status, code: typeof body?.code === 'string' ? body.code : '', data: body?.data }
}
const isForbidden = ({ status }: Answer): boolean => status === 403 || status === 404

type Sent = { image: string; key: string; slideImage?: string }
const isSent = (value: unknown): value is Sent => typeof value === 'object' && value !== null && 'image' in value && 'key' in value && typeof value.image === 'string' && typeof value.key === 'string'
const challengeOf = ({ image, key, slideImage }: Sent): Challenge =>
  slideImage === undefined ? { key, image, kind: 'text', slideImage: null } : slideImage === 'rotate' ? { key, image, kind: 'rotate', slideImage: null } : { key, image, kind: 'slider', slideImage }

export type Loaded = { ok: true; challenge: Challenge } | { ok: false; why: 'network' | 'forbidden' | 'limited' }
/** Asks for a challenge of a kind, or of any. */
export const loadChallenge = async (purpose: CaptchaPurpose, kind: CaptchaKind | null): Promise<Loaded> => {
  try {
    const key = await makeReplyKey()
    const query = new URLSearchParams({ purpose, publicKey: key.publicKey, ...(kind === null ? {} : { kind }) })
    const answer = await call(`/api/authority/secondCaptcha?${query.toString()}`)
    if (isForbidden(answer)) return { ok: false, why: 'forbidden' }
    if (answer.status === 429) return { ok: false, why: 'limited' }
    const sent = answer.code === '0' && typeof answer.data === 'string' ? await key.open(answer.data) : null
    return isSent(sent) ? { ok: true, challenge: challengeOf(sent) } : { ok: false, why: 'network' }
  } catch {
    return { ok: false, why: 'network' }
  }
}

export type Verdict = 'right' | 'wrong' | 'late' | 'network' | 'forbidden' | 'limited'
/** Sends an answer. Nothing of it is ever shown as a toast: the dialog tells it. */
export const sendAnswer = async (purpose: CaptchaPurpose, key: string, code: string): Promise<Verdict> => {
  try {
    const { data } = await call('/api/authority/nonce')
    const { nonce, jwk } = data as { nonce: string; jwk: PublicJwk }
    const jwe = await encryptTo(jwk, { nonce, aud: verifyPath }, { code, key, info: purpose })
    const answer = await call(verifyPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jwe }) })
    if (answer.code === '0') return 'right'
    if (isForbidden(answer)) return 'forbidden'
    if (answer.status === 429) return 'limited'
    if (answer.code === 'U1003' || answer.code === 'A0422') return 'wrong'
    return answer.code === 'I1102' || answer.code === 'I1103' ? 'late' : 'network'
  } catch {
    return 'network'
  }
}
