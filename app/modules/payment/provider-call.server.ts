/** Turns a provider's HTTP answer into a value of the portal, or into a fault that says what may have happened. */
import type { z } from 'zod'
import { callHttp, jsonOf, type HttpCall, type HttpFault } from '~/platform/http-client.server'
import type { Asked, ProviderFault } from './provider'

/** Where a provider's error says its code and sentence. */
export type ErrorReader = (body: unknown) => { code: string | null; message: string | null }

/** A text of another party for the log: no control letters, and short. */
const shown = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 300)

const fault = (kind: ProviderFault['kind'], rest: Partial<ProviderFault>): { ok: false; fault: ProviderFault } => ({
  ok: false,
  fault: { kind, status: null, code: null, message: '', mayHaveHappened: false, waitMs: null, ...rest },
})

/** Before a connection stands nothing has been sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'ENETUNREACH'])
const lost = ({ kind, reason }: HttpFault, changes: boolean): { ok: false; fault: ProviderFault } =>
  fault(kind, { message: reason, mayHaveHappened: changes && !neverSent.has(reason) })

/**
 * Sends a call and reads its answer by `schema`. A call that changes something and gets no readable answer may have
 * happened; one that the provider refused has not.
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
  const said = {
    status,
    code: code === null ? null : shown(code),
    message: shown(message ?? ''),
    waitMs: waitMs ?? null,
  }
  if (status === 429) return fault('busy', said)
  if (status >= 500) return fault('broken', { ...said, mayHaveHappened: changes })
  // A refusal is the provider's only when it speaks its language: a proxy's page is none.
  return status >= 400 && (code !== null || message !== null)
    ? fault('refused', said)
    : fault('unreadable', { ...said, mayHaveHappened: changes })
}
