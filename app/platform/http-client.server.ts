/**
 * Calls other services over HTTP. Every call has a time limit for the whole answer and a size limit. It follows no
 * redirects, because a secret would go to an address that nobody configured. It returns a fault instead of throwing,
 * and repeats a call only if the caller says that this is safe. Faults contain no addresses, bodies or headers, so they
 * can be logged.
 */
import { nowMs, steadyMs } from './clock.server'
import { readJsonAsText } from './exact-json'
import { later } from './timer.server'

export type HttpCall = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  /** A form, or text of the type that the content-type header names. */
  body?: URLSearchParams | string
  timeoutMs?: number
  maxAnswerBytes?: number
  /** How often the call is sent at most. Use more than 1 only if repeating changes nothing. */
  tries?: number
}
export type HttpAnswer = {
  status: number
  text: string
  header(name: string): string | null
  /** The wait that Retry-After asks for, in milliseconds; the header gives seconds or a date. */
  waitMs: number | undefined
}
export type HttpFault = {
  kind: 'timeout' | 'unreachable' | 'too-large'
  /** A word or a system error code for the log. */
  reason: string
}
export type Called = { ok: true; answer: HttpAnswer } | { ok: false; fault: HttpFault }

const defaultTimeoutMs = 15_000
/** Answers of gateways and providers are a few KB; a longer one comes from something else. */
const defaultAnswerBytes = 65_536
/** Upper limit for the wait that another service asks for. */
const maxWaitMs = 3_600_000
/** The pause before the second try; each further one is twice as long. */
const firstPauseMs = 200
/** A Retry-After never makes a waiting caller wait longer than this. */
const maxPauseMs = 2_000

const waitOf = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxWaitMs) : undefined
}

/** Reads at most `most` bytes; null if there are more. */
const readText = async (response: Response, most: number): Promise<string | null> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts).toString('utf8')
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
}

/** Names the failure without addresses. `fetch failed` hides its cause, so the cause is read. */
const faultOf = (error: unknown): HttpFault => {
  if (!(error instanceof Error)) return { kind: 'unreachable', reason: 'fault' }
  if (error.name === 'TimeoutError') return { kind: 'timeout', reason: 'no answer in time' }
  const cause: unknown = error.cause
  return {
    kind: 'unreachable',
    reason: cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name,
  }
}

const callOnce = async (call: HttpCall, timeoutMs: number): Promise<Called> => {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: { accept: 'application/json', ...call.headers },
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response, call.maxAnswerBytes ?? defaultAnswerBytes)
    if (text === null) return { ok: false, fault: { kind: 'too-large', reason: `${response.status} too long` } }
    return {
      ok: true,
      answer: {
        status: response.status,
        text,
        header: (name) => response.headers.get(name),
        waitMs: waitOf(response.headers.get('retry-after')),
      },
    }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

/** True for statuses after which the same call may succeed: the other side is busy, broken or still working on it. */
const isPassing = (status: number): boolean => status >= 500 || [408, 409, 425, 429].includes(status)

/** Sends a call. Repeats it with growing pauses if allowed, all within the call's time limit. */
export const callHttp = async (call: HttpCall): Promise<Called> => {
  const startedMs = steadyMs()
  const timeoutMs = call.timeoutMs ?? defaultTimeoutMs
  for (let attempt = 1; ; attempt++) {
    const leftMs = Math.max(1, Math.round(timeoutMs - (steadyMs() - startedMs)))
    const called = await callOnce(call, leftMs)
    const isDone = called.ok ? !isPassing(called.answer.status) : called.fault.kind !== 'unreachable'
    if (isDone || attempt >= (call.tries ?? 1)) return called
    const wantedMs = (called.ok ? called.answer.waitMs : undefined) ?? firstPauseMs * 2 ** (attempt - 1)
    if (wantedMs > maxPauseMs || steadyMs() - startedMs + wantedMs >= timeoutMs) return called
    await new Promise<void>((resolve) => later(wantedMs, resolve, { keeps: true }))
  }
}

/** Parses an answer's JSON with numbers as text; null if it isn't JSON, for example the HTML page of a proxy. */
export const jsonOf = (answer: Pick<HttpAnswer, 'text'>): unknown => readJsonAsText(answer.text)?.value ?? null
