/**
 * The only way for a page's scripts to call /api. It sends the session's three headers and shows an answer's code as
 * the specification says (grouped messages of three seconds, silent codes, "Network Error"). It opens a captcha if one
 * is due, and goes to /login when the session has ended. It never throws.
 */
import { openCaptcha } from '~/client/captcha/open'
import { purposeOf } from '~/client/captcha/purpose'
import { endHere, isLeaving } from '~/client/session/leave'
import { noteCall, sessionHeaders } from '~/client/session/tokens'
import { showToast } from '~/client/toast'
import { endsSession, isSilent } from './codes'
import { fileNameOf } from './file-name'
import { callText } from './texts'

export type ApiAnswer<T> =
  | { ok: true; data: T }
  | { ok: false; code: string; message: string; data: Record<string, unknown> | null; status: number }

type CallValue = string | number | boolean | readonly string[]
export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** For GET and DELETE the query, with arrays as repeated keys; otherwise JSON. */
  values?: Readonly<Record<string, CallValue | Readonly<Record<string, CallValue>>>>
  /** A new call to the same path and method cancels this one. */
  latestOnly?: boolean
  /** For calls that no person caused: they don't reset the idle time. */
  background?: boolean
  /** The caller shows errors itself, except the end of the session. */
  quiet?: boolean
  /** False: the caller handles the end of the session itself. */
  endsHere?: boolean
  /** The request survives leaving the page. */
  keepalive?: boolean
}

/** A call without an answer after this time has failed. */
const timeoutMs = 20_000

const running = new Map<string, AbortController>()

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const requestOf = (
  path: string,
  { method = 'GET', values = {}, background, keepalive }: CallOptions,
  signal: AbortSignal,
): [string, RequestInit] => {
  // The answer's sentence is in the page's language, whatever the browser is set to.
  const headers: Record<string, string> = { ...sessionHeaders(), 'accept-language': document.documentElement.lang }
  if (background) headers['x-portal-background'] = '1'
  const init: RequestInit = { method, headers, signal, credentials: 'same-origin', cache: 'no-store', keepalive }
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) =>
        Array.isArray(value) ? value.map((one: string) => [name, one]) : [[name, String(value)]],
      ),
    ).toString()
    return [`/api${path}${query === '' ? '' : `?${query}`}`, init]
  }
  headers['content-type'] = 'application/json'
  return [`/api${path}`, { ...init, body: JSON.stringify(values) }]
}

const failed = (code: string, message: string, status = 0): ApiAnswer<never> => ({
  ok: false,
  code,
  message,
  data: null,
  status,
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const readAnswer = async <T>(response: Response): Promise<ApiAnswer<T>> => {
  const body = parsed(await response.text())
  if (!isRecord(body) || typeof body.code !== 'string') return failed('unknown', callText('unknown'), response.status)
  if (body.code === '0') return { ok: true, data: body.data as T }
  return {
    ok: false,
    code: body.code,
    message: typeof body.message === 'string' && body.message !== '' ? body.message : callText('unknown'),
    data: isRecord(body.data) ? body.data : null,
    status: response.status,
  }
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
    return cancel.signal.aborted && !late ? 'cancelled' : failed('network', callText('network'))
  } finally {
    clearTimeout(timer)
    if (running.get(name) === cancel) running.delete(name)
  }
}

/** Calls. If a captcha is due (B0005), calls again once it is solved. */
const askVerified = async <T>(path: string, options: CallOptions): Promise<ApiAnswer<T> | 'cancelled'> => {
  const answer = await ask<T>(path, options)
  if (answer === 'cancelled' || answer.ok || answer.code !== 'B0005') return answer
  return (await openCaptcha(purposeOf(answer.data?.purpose))) ? ask<T>(path, options) : answer
}

const show = (answer: ApiAnswer<unknown>, { quiet, endsHere }: CallOptions): void => {
  if (answer.ok || isLeaving()) return
  if (endsSession(answer.status, answer.code)) {
    if (endsHere !== false) endHere(answer.code, answer.message)
  } else if (!quiet && !isSilent(answer.code)) showToast('problem', answer.message)
}

/** Calls `/api` + path. A cancelled call returns the code "cancelled" and shows nothing. */
export const callApi = async <T>(path: string, options: CallOptions = {}): Promise<ApiAnswer<T>> => {
  if (!options.background) noteCall()
  const answer = await askVerified<T>(path, options)
  if (answer === 'cancelled') return failed('cancelled', '')
  show(answer, options)
  return answer
}

/** Fetches a file. A JSON answer is handled like that of any call, and null is returned. */
export const downloadFile = async (path: string): Promise<{ blob: Blob; name: string } | null> => {
  noteCall()
  try {
    // A file may take any time; the browser ends a dead connection.
    const response = await fetch(...requestOf(path, {}, new AbortController().signal))
    const isJson = /^application\/(?:\w+\+)?json\b/.test(response.headers.get('content-type') ?? '')
    if (!isJson && response.ok)
      return {
        blob: await response.blob(),
        name: fileNameOf(response.headers.get('content-disposition')) ?? 'download',
      }
    show(await readAnswer(response), {})
  } catch {
    showToast('problem', callText('network'))
  }
  return null
}
