/**
 * The requests of the operator's command line: one at a time to the portal at PORTAL_URL, with the token
 * OPERATOR_TOKEN.
 */
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { DescribedCommand } from '../../app/api/command'
import { lineForTerminal } from '../../app/platform/terminal'
import { Problem } from './problem'
import type { Data } from './show'
import { findRule, sentences } from './usage'

const portal = (process.env.PORTAL_URL?.trim() || 'http://localhost:3000').replace(/\/+$/, '')
/** Throws if no request can be made with the settings. */
export const checkSettings = (): void => {
  if (!/^https?:$/.test(URL.canParse(portal) ? new URL(portal).protocol : ''))
    throw new Problem(`PORTAL_URL must be an address such as https://portal.example, not "${portal}".`, 2)
  if (/[^\x21-\x7e]/.test(process.env.OPERATOR_TOKEN ?? ''))
    throw new Problem('OPERATOR_TOKEN holds what no token has: a space, a line break, or a letter beyond ASCII.', 2)
}

export type Sent = { fields: Data; file: { name: string; bytes: Buffer } | null }

/** The address of a command with the fields of its path filled in, and the remaining fields. */
const addressOf = ({ path }: DescribedCommand, fields: Data): { url: URL; rest: [string, unknown][] } => {
  const inPath = new Set<string>()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields[name]))
  })
  const rest = Object.entries(fields).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  return { url: new URL(`${portal}/api${filled}`), rest }
}

const headersOf = ({ open }: DescribedCommand): Record<string, string> => {
  const token = process.env.OPERATOR_TOKEN ?? ''
  return {
    'accept-language': (process.env.LANG ?? 'en').slice(0, 2),
    ...(open || token === '' ? {} : { authorization: `Bearer ${token}` }),
  }
}

const send = async (command: DescribedCommand, { fields, file }: Sent): Promise<Response> => {
  const { url, rest } = addressOf(command, fields)
  const headers = headersOf(command)
  let body: BodyInit | undefined
  const texts = rest.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => [name, String(item)] as const),
  )
  if (command.method === 'GET') for (const [name, text] of texts) url.searchParams.append(name, text)
  else if (file !== null) {
    const form = new FormData()
    for (const [name, text] of texts) form.append(name, text)
    form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
    body = form
  } else {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(Object.fromEntries(rest))
  }
  try {
    return await fetch(url, { method: command.method, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    throw new Problem(`No portal answers at ${portal}. Is it running? PORTAL_URL names its address.`)
  }
}

type Answered = { code?: unknown; message?: unknown; data?: unknown }
const refusal = (command: DescribedCommand, status: number, { code, message, data }: Answered): Problem => {
  const {
    fields,
    field: one,
    unknown,
    context,
  } = (data ?? {}) as {
    fields?: { field: string; message: string }[]
    field?: string
    unknown?: unknown
    context?: unknown
  }
  const names = Array.isArray(unknown) ? unknown.map((name) => `\n  ${lineForTerminal(String(name))}`).join('') : ''
  const entries = fields ?? (one === undefined || findRule(command, one) === null ? [] : [{ field: one, message: '' }])
  const more = entries.map((entry) => `\n  ${entry.field}: ${findRule(command, entry.field) ?? entry.message}`).join('')
  const hint =
    status === 401 || status === 403
      ? '\nOPERATOR_TOKEN must be a valid API token of an operator, with the scope "operator".'
      : ''
  if (code === 'A0409' && context === 'sent')
    return new Problem('This --batch was already used for something else: give this one another name. (A0409)')
  // The portal's own sentence says more where a context belongs to the code.
  const sentence = context === undefined ? sentences[String(code)] : undefined
  return new Problem(`${sentence ?? String(message)} (${String(code)})${more}${names}${hint}`)
}

/** Sends a command's request; returns its data, or throws a problem in one sentence. */
export const callPortal = async (command: DescribedCommand, sent: Sent): Promise<Data> => {
  const response = await send(command, sent)
  let answer: Answered
  try {
    answer = (await response.json()) as Answered
  } catch {
    throw new Problem(`${portal} does not answer like Mango Portal (HTTP ${response.status}).`)
  }
  if (answer.code !== '0') throw refusal(command, response.status, answer)
  return typeof answer.data === 'object' && answer.data !== null ? (answer.data as Data) : {}
}

const chunksOf = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
/** Streams a file from the portal to disk; an existing file is not overwritten. */
export const download = async (command: DescribedCommand, sent: Sent, file: string): Promise<Data> => {
  const response = await send(command, sent)
  if (!response.ok || response.body === null) {
    const answer = (await response.json().catch(() => null)) as Answered | null
    throw new Problem(
      `${sentences[String(answer?.code)] ?? String(answer?.message ?? `HTTP ${response.status}`)} (${String(answer?.code ?? '-')})`,
    )
  }
  const sink = fs.createWriteStream(file, { flags: 'wx' })
  try {
    await pipeline(chunksOf(response.body), sink)
  } catch (error) {
    throw new Problem(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${file} is there already.`
        : `${file} could not be written whole.`,
    )
  }
  return { file, bytes: sink.bytesWritten }
}
