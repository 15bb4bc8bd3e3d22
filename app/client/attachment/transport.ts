/**
 * Sends a file's parts to the server. A part that is being sent can be watched and stopped; its answer is the API's.
 */
import { callApi, type ApiAnswer } from '~/client/api/call'
import { endsSession } from '~/client/api/codes'
import { callText } from '~/client/api/texts'
import { endHere } from '~/client/session/leave'
import { notePart, sessionHeaders } from '~/client/session/tokens'
import type { Attachment } from '~/modules/attachment/attachment.server'

export type AttachmentState = Omit<Attachment, 'type' | 'createdAt'> & { chunkBytes: number; sample: string | null }
export type PutAnswer = ApiAnswer<AttachmentState> | 'stopped'
export type Transport = {
  start(file: { kind: 'image' | 'video'; name: string; size: number }): Promise<ApiAnswer<AttachmentState>>
  fetchState(id: string): Promise<ApiAnswer<AttachmentState>>
  put(
    id: string,
    offset: number,
    part: Blob,
    options: { onSent(bytes: number): void; signal: AbortSignal },
  ): Promise<PutAnswer>
  drop(id: string): Promise<ApiAnswer<null>>
  /** The server's `sample` for this file once it has `received` bytes of it; null if this browser can't compute it. */
  sample(file: Blob, received: number): Promise<string | null>
}

const base = '/userFeedback/customer/attachment'
/** A part that makes no progress for this long counts as lost. */
const stillMs = 30_000

const parse = (text: string): { code?: unknown; message?: unknown; data?: unknown } => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
const network = (): ApiAnswer<never> => ({
  ok: false,
  code: 'network',
  message: callText('network'),
  data: null,
  status: 0,
})

/** The length at each end of what was received. */
const sampleBytes = 65_536
const sample: Transport['sample'] = async (file, received) => {
  // Only https pages have it; elsewhere the file's time must do.
  if (!crypto.subtle) return null
  try {
    const ends = new Blob([
      file.slice(0, Math.min(sampleBytes, received)),
      file.slice(Math.max(0, received - sampleBytes), received),
    ])
    return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await ends.arrayBuffer())), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  } catch {
    // The file can't be read any more.
    return null
  }
}

const put: Transport['put'] = (id, offset, part, { onSent, signal }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer = 0
    const watch = (): void => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), stillMs)
    }
    const stop = (): void => request.abort()
    const finish = (answer: PutAnswer): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(answer)
    }
    request.upload.onprogress = ({ loaded }) => {
      watch()
      notePart()
      onSent(loaded)
    }
    // The last part is checked and stored before it is answered; that is not a stall.
    request.upload.onload = () => clearTimeout(timer)
    request.onload = () => {
      const { code, message, data } = parse(request.responseText)
      if (code === '0') finish({ ok: true, data: data as AttachmentState })
      else {
        const failed = typeof code === 'string' ? code : 'unknown'
        const sentence = typeof message === 'string' ? message : callText('unknown')
        if (endsSession(request.status, failed)) endHere(failed, sentence)
        finish({
          ok: false,
          code: failed,
          message: sentence,
          data: typeof data === 'object' ? (data as Record<string, unknown> | null) : null,
          status: request.status,
        })
      }
    }
    request.onerror = () => finish(network())
    request.onabort = () => finish(signal.aborted ? 'stopped' : network())
    request.open('PUT', `/api${base}/${id}?offset=${offset}`)
    for (const [name, value] of Object.entries({
      ...sessionHeaders(),
      'accept-language': document.documentElement.lang,
      'x-portal-background': '1',
      'content-type': 'application/octet-stream',
    }))
      request.setRequestHeader(name, value)
    signal.addEventListener('abort', stop)
    watch()
    request.send(part)
  })

export const transport: Transport = {
  start: (file) => callApi<AttachmentState>(base, { method: 'POST', values: file, quiet: true }),
  fetchState: (id) => callApi<AttachmentState>(`${base}/${id}`, { background: true, quiet: true }),
  put,
  sample,
  drop: (id) => callApi<null>(`${base}/${id}`, { method: 'DELETE', quiet: true }),
}
