/**
 * Sends SMS through an HTTP gateway of the Twilio or the Vonage kind. Each try has a time limit. A refusal says whether
 * another try can help, and carries neither the text nor the number.
 */
import { env } from './env.server'
import type { Delivery, Refusal } from './mail.server'

/** `reference` is the message's own id, passed to the gateway where it supports that. */
export type Sms = { to: string; text: string; reference: string }
export type SmsSender = { send(sms: Sms): Promise<Delivery>; close(): void }
export type SmsSettings = {
  provider: 'twilio' | 'vonage'
  /** The gateway's base address, without a path at its end. */ url: string
  account: string
  secret: string
  from: string
  timeoutMs?: number
}

const defaultTimeoutMs = 15_000
/** A gateway's answer is a few hundred bytes; a longer one does not come from a gateway. */
const maxAnswerBytes = 65_536
/** No wait for a gateway is longer than the outbox's own longest pause. */
const maxWaitMs = 3_600_000

const refused = (permanent: boolean, reason: string, waitMs?: number): Refusal => ({
  ok: false,
  permanent,
  reason,
  ...(waitMs !== undefined && { waitMs }),
})

/** Retry-After in milliseconds; the header gives seconds or a date. */
const waitOf = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxWaitMs) : undefined
}

/** Reads at most this many bytes; null when there are more. */
const readText = async (response: Response): Promise<string | null> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts).toString('utf8')
    size += value.byteLength
    if (size > maxAnswerBytes) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
}

type Fields = Record<string, unknown>
const fieldsOf = (text: string | null): Fields | null => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}
/** A gateway's own code for the log: digits only, so that it can't carry text of the message. */
const codeOf = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,6}$/.test(value)) ? String(value) : null
const idOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null

/**
 * HTTP statuses after which another try may succeed: the gateway is busy, broken, or does not accept our account (which
 * the operator can fix).
 */
const isPassing = (status: number): boolean =>
  status >= 500 || status < 400 || [401, 403, 407, 408, 425, 429].includes(status)

/** Twilio: the HTTP status tells success; a failure's JSON contains its code. */
const readTwilio = (status: number, fields: Fields | null, wait: number | undefined): Delivery => {
  if (status >= 200 && status < 300) {
    const id = idOf(fields?.['sid'])
    if (fields === null || id === null) return refused(false, `twilio ${status} unreadable answer`)
    const state = fields['status']
    if (state === 'failed' || state === 'undelivered' || state === 'canceled')
      return refused(true, `twilio ${status} ${state} ${codeOf(fields['error_code']) ?? ''}`.trimEnd())
    return { ok: true, providerId: id }
  }
  return refused(
    !isPassing(status),
    ['twilio', status, codeOf(fields?.['code'])].filter((part) => part !== null).join(' '),
    wait,
  )
}

/**
 * Vonage statuses after which another try may succeed: throttled, bad credentials, internal error, account barred or
 * out of credit, signature.
 */
const vonagePassing = new Set(['1', '4', '5', '8', '9', '14', '32'])
/** Vonage answers 200 to nearly everything; each part of the message has its own status. */
const readVonage = (status: number, fields: Fields | null, wait: number | undefined): Delivery => {
  if (status < 200 || status >= 300) return refused(!isPassing(status), `vonage ${status}`, wait)
  const parts: unknown = fields?.['messages']
  if (!Array.isArray(parts) || parts.length === 0) return refused(false, `vonage ${status} unreadable answer`)
  let id: string | null = null
  for (const part of parts as unknown[]) {
    const one = typeof part === 'object' && part !== null ? (part as Fields) : {}
    const code = codeOf(one['status'])
    if (code === null) return refused(false, `vonage ${status} unreadable answer`)
    if (code !== '0') return refused(!vonagePassing.has(code), `vonage status ${code}`, wait)
    id ??= idOf(one['message-id'])
  }
  return { ok: true, providerId: id }
}

const requestOf = (
  { provider, url, account, secret, from }: SmsSettings,
  { to, text, reference }: Sms,
): { address: string; headers: Record<string, string>; body: URLSearchParams } =>
  provider === 'twilio'
    ? {
        address: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        headers: { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
      }
    : {
        address: `${url}/sms/json`,
        headers: {},
        // Vonage expects the number without its plus.
        body: new URLSearchParams({
          api_key: account,
          api_secret: secret,
          to: to.replace(/^\+/, ''),
          from,
          text,
          type: 'unicode',
          'client-ref': reference,
        }),
      }

/** Names what went wrong on the way, without addresses: `fetch failed` hides its cause. */
const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'fault'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const cause: unknown = error.cause
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name
}

/** Makes a sender for one gateway. */
export const makeSmsSender = (settings: SmsSettings): SmsSender => ({
  send: async (sms) => {
    const { address, headers, body } = requestOf(settings, sms)
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body,
        // A redirect would send the secret to an address that nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs),
      })
      const fields = fieldsOf(await readText(response))
      const wait = waitOf(response.headers.get('retry-after'), Date.now())
      return settings.provider === 'twilio'
        ? readTwilio(response.status, fields, wait)
        : readVonage(response.status, fields, wait)
    } catch (error) {
      return refused(false, `${settings.provider} ${faultOf(error)}`)
    }
  },
  close: () => undefined,
})

/** Returns the sender of the settings, or null where none is configured. */
export const openSmsSender = (): SmsSender | null => (env.sms === null ? null : makeSmsSender(env.sms))
