/**
 * Turns a provider's HTTP answer into a typed value, or into a fault that says whether the call may have had an effect.
 */
import type { z } from 'zod'
import { callHttp, jsonOf, type HttpCall, type HttpFault } from '~/platform/http-client.server'
import type { Asked, ProviderFault } from './provider'

/** Reads code and message from a provider's error. */
export type ErrorReader = (body: unknown) => { code: string | null; message: string | null }

/** Makes external text safe for the log: no control characters, at most 300 characters. */
const shown = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 300)

const fault = (kind: ProviderFault['kind'], rest: Partial<ProviderFault>): { ok: false; fault: ProviderFault } => ({
  ok: false,
  fault: { kind, status: null, code: null, message: '', mayHaveHappened: false, waitMs: null, ...rest },
})

/** With these errors the connection was never made, so nothing was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'ENETUNREACH'])
const lost = ({ kind, reason }: HttpFault, changes: boolean): { ok: false; fault: ProviderFault } =>
  fault(kind, { message: reason, mayHaveHappened: changes && !neverSent.has(reason) })

/**
 * Sends a call and parses its answer with `schema`. A changing call without a readable answer may have had its effect;
 * one that the provider refused has not.
 */
export const ask = async <T extends z.ZodType>(
  call: HttpCall,
  schema: T,
  readError: ErrorReader,
): Promise<Asked<z.output<T>>> => {
  const changes = call.method !== 'GET'
  const called = await callHttp(call)
  if (!called.ok) return lost(called.fault, changes)
  const { status, waitMs } = called.answer
  const body = jsonOf(called.answer)
  if (status >= 200 && status < 300) {
    const read = schema.safeParse(body)
    if (read.success) return { ok: true, value: read.data }
    const where = read.error.issues.map((issue) => issue.path.join('.')).join(', ')
    const message = body === null ? 'no JSON' : `unreadable: ${where}`
    return fault('unreadable', { status, message: shown(message), mayHaveHappened: changes })
  }
  const { code, message } = readError(body)
  const answered = {
    status,
    code: code === null ? null : shown(code),
    message: shown(message ?? ''),
    waitMs: waitMs ?? null,
  }
  if (status === 429) return fault('busy', answered)
  if (status >= 500) return fault('broken', { ...answered, mayHaveHappened: changes })
  // Only an error in the provider's own format is a refusal; a proxy's error page isn't.
  return status >= 400 && (code !== null || message !== null)
    ? fault('refused', answered)
    : fault('unreadable', { ...answered, mayHaveHappened: changes })
}
