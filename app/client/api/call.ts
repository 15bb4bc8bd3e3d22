/**
 * The one way by which a page's scripts call /api: the three headers of the session, an answer's code shown as the
 * specification says (grouped messages of three seconds, silent codes, "Network Error"), a captcha where one is due, and
 * the way to /login when the session has ended. Never throws.
 */
import { openCaptcha } from '~/client/captcha/open'
import { purposeOf } from '~/client/captcha/purpose'
import { leaveFor } from '~/client/session/leave'
import { heldSession } from '~/client/session/tokens'
import { showToast } from '~/client/toast'
import { endsSession, isSilent } from './codes'

export type ApiAnswer<T> = { ok: true; data: T } | { ok: false; code: string; message: string; data: Record<string, unknown> | null; status: number }

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** GET and DELETE: the query, arrays as repeated keys. Others: JSON. */
  values?: Record<string, string | number | boolean | readonly string[]>
  /** A new call to the same path and method cancels this one. */
  latestOnly?: boolean
  /** Nobody did anything: the call does not count against the idle time. */
  background?: boolean
  /** The caller shows what is wrong itself. */
  quiet?: boolean
  /** Sent on while the page goes away. */
  keepalive?: boolean
}

/** A call that has no answer after this time has failed. */
const timeoutMs = 20_000
/** Enough for eyes to read why, before the page is left. */
const beforeLoginMs = 500

const running = new Map<string, AbortController>()

/** Texts of the page that this module needs; set once, when the page starts. */
let texts: { network: string; unknown: string } = { network: 'Network Error', unknown: 'System Error' }
export const setCallTexts = (given: typeof texts): void => {
  texts = given
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const requestOf = (path: string, { method = 'GET', values = {}, background, keepalive }: CallOptions, signal: AbortSignal): [string, RequestInit] => {
  const session = heldSession()
  const headers: Record<string, string> = session === null ? {} : { accessToken: session.accessToken, token: session.token, userId: session.userId }
  if (background) headers['x-portal-background'] = '1'
  const init: RequestInit = { method, headers, signal, credentials: 'same-origin', cache: 'no-store', keepalive }
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (Array.isArray(value) ? value.map((one: string) => [name, one]) : [[name, String(value)]])))
    return [`/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, init]
  }
  headers['content-type'] = 'application/json'
  return [`/api${path}`, { ...init, body: JSON.stringify(values) }]
}

const failed = (code: string, message: string, status = 0): ApiAnswer<never> => ({ ok: false, code, message, data: null, status })

const readAnswer = async <T>(response: Response): Promise<ApiAnswer<T>> => {
  const body: unknown = await response.json().catch(() => null)
  if (!isRecord(body) || typeof body.code !== 'string') return failed('unknown', texts.unknown, response.status)
  if (body.code === '0') return { ok: true, data: body.data as T }
  return { ok: false, code: body.code, message: typeof body.message === 'string' && body.message !== '' ? body.message : texts.unknown, data: isRecord(body.data) ? body.data : null, status: response.status }
}

const ask = async <T>(path: string, options: CallOptions): Promise<ApiAnswer<T> | 'cancelled'> => {
  const name = `${options.method ?? 'GET'} ${path}`
  const cancel = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    cancel.abort()
  }, timeoutMs)
  if (options.latestOnly) {
    running.get(name)?.abort()
    running.set(name, cancel)
  }
  try {
    return await readAnswer<T>(await fetch(...requestOf(path, options, cancel.signal)))
  } catch {
    return cancel.signal.aborted && !late ? 'cancelled' : failed('network', texts.network)
  } finally {
    clearTimeout(timer)
    if (running.get(name) === cancel) running.delete(name)
  }
}

/** Calls `/api` + path. A cancelled call answers the code "cancelled" and shows nothing. */
export const callApi = async <T>(path: string, options: CallOptions = {}): Promise<ApiAnswer<T>> => {
  const answer = await ask<T>(path, options)
  if (answer === 'cancelled') return failed('cancelled', '')
  if (answer.ok) return answer
  if (answer.code === 'B0005' && (await openCaptcha(purposeOf(answer.data?.purpose)))) {
    const again = await ask<T>(path, options)
    return again === 'cancelled' ? failed('cancelled', '') : again
  }
  if (endsSession(answer.status, answer.code)) {
    if (!options.quiet) {
      showToast('note', answer.message)
      setTimeout(() => leaveFor('/login'), beforeLoginMs)
    }
    return answer
  }
  if (!options.quiet && !isSilent(answer.code)) showToast('problem', answer.message)
  return answer
}

/** The file name of a content-disposition header, as RFC 6266 writes it. */
export const fileNameOf = (disposition: string | null): string | null => {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null
}

/** Fetches a file. Where the answer is JSON its code is shown, and nothing is given. */
export const downloadFile = async (path: string): Promise<{ blob: Blob; name: string } | null> => {
  try {
    // A file takes as long as it takes; the browser ends a connection that is dead.
    const response = await fetch(...requestOf(path, {}, new AbortController().signal))
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
    if (!isJson && response.ok) return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) ?? 'download' }
    const answer = await readAnswer(response)
    if (!answer.ok && !isSilent(answer.code)) showToast('problem', answer.message)
  } catch {
    showToast('problem', texts.network)
  }
  return null
}
