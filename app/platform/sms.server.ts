/**
 * Sends SMS through an HTTP gateway of the Twilio or the Vonage kind. Each try has a time limit. A refusal says whether
 * a retry can help, and contains neither the text nor the number.
 */
import { env, type SmsChannel } from './env.server'
import { callHttp, jsonOf } from './http-client.server'
import type { Delivery, Refusal } from './mail.server'

/** `reference` is the message's own id, passed to gateways that support it. */
export type Sms = { to: string; text: string; reference: string }
export type SmsSender = { send(sms: Sms): Promise<Delivery>; close(): void }
/** `url`: the gateway's base address, without a path at its end. */
export type SmsSettings = SmsChannel & { timeoutMs?: number }

const refused = (permanent: boolean, reason: string, waitMs?: number): Refusal => ({
  ok: false,
  permanent,
  reason,
  ...(waitMs !== undefined && { waitMs }),
})

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
/** A gateway's own code for the log: digits only, so that it can't carry text of the message. */
const codeOf = (value: unknown): string | null => (typeof value === 'string' && /^\d{1,6}$/.test(value) ? value : null)
const idOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null

/**
 * True for HTTP statuses after which a retry may succeed: the gateway is busy, broken, or does not accept our account
 * (which the operator can fix).
 */
const isPassing = (status: number): boolean =>
  status >= 500 || status < 400 || [401, 403, 407, 408, 425, 429].includes(status)

/** Twilio's HTTP status tells success; a failure's JSON contains its code. */
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
 * Vonage statuses after which a retry may succeed: throttled, bad credentials, internal error, account barred or out of
 * credit, signature.
 */
const vonagePassing = new Set(['1', '4', '5', '8', '9', '14', '32'])
/** Vonage answers 200 to nearly everything; each part of a message has its own status. */
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

export const makeSmsSender = (settings: SmsSettings): SmsSender => ({
  send: async (sms) => {
    const { address, headers, body } = requestOf(settings, sms)
    // Sent once: the gateway may have accepted a message although its answer was lost. The outbox decides about
    // retries.
    const called = await callHttp({
      method: 'POST',
      url: address,
      headers,
      body,
      ...(settings.timeoutMs !== undefined && { timeoutMs: settings.timeoutMs }),
    })
    if (!called.ok) return refused(false, `${settings.provider} ${called.fault.reason}`)
    const { status, waitMs } = called.answer
    const fields = fieldsOf(jsonOf(called.answer))
    return settings.provider === 'twilio' ? readTwilio(status, fields, waitMs) : readVonage(status, fields, waitMs)
  },
  close: () => undefined,
})

/** Returns the configured sender, or null if there is none. */
export const openSmsSender = (): SmsSender | null => (env.sms === null ? null : makeSmsSender(env.sms))
