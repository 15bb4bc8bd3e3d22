/**
 * The editor's calls over HTTP: actions by the same /api endpoints that programs use, the newest list as one binary
 * response. Every failure becomes a named outcome; network and server errors never throw.
 */
import { sessionHeaders } from '~/client/session/tokens'
import { addressOf } from './address'
import { decodeEngineData, type EngineData } from './engine-data'
import type { Entry } from './save/journal'
import {
  clashCauses,
  clashFields,
  type Acknowledgement,
  type Clash,
  type ClashReport,
  type Outcome,
  type Send,
} from './save/outcome'

export type Fetched =
  | { is: 'data'; data: EngineData }
  | { is: 'same' }
  | { is: 'signed-out' }
  | { is: 'gone' }
  | { is: 'unreachable' }
type Named = { id: number; name: string | null }
/** Channels of an earlier file found in the newest one, `source` at `revision`. */
export type Mapped = {
  revision: number
  source: string
  kept: boolean
  found: (Named & { to: number })[]
  missing: Named[]
  ambiguous: Named[]
}
export type Transport = {
  send: Send
  /** The newest revision; `have` says what is here already. */
  fetchNewest(have: { revision: number; sourceId: string; beside: number | null } | null): Promise<Fetched>
  /** Finds channels of an earlier file in the newest one; null if the server can't be reached now. */
  findChannels(source: string, ids: number[]): Promise<Mapped | null>
}

/** A send without an answer after this time is repeated; its batch keeps it from counting twice. */
const sendTimeoutMs = 20_000
/** Some browsers that run the editor lack AbortSignal.timeout. */
const timeLimit = (): AbortSignal => {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), sendTimeoutMs)
  return limit.signal
}
/** Browsers refuse keepalive bodies above 64 KiB in total; smaller ones survive the tab. */
const keepaliveBytesMax = 48 * 1024

/** Tells the server that no person acted: such a request does not keep a session alive. */
const byItself = { 'x-portal-background': '1' }

type Answer = { code: string; message: string; data: unknown }
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isAnswer = (value: unknown): value is Answer => isRecord(value) && typeof value.code === 'string'
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const scalarOrNull = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isRecord) : []

/** The newest revision that changed the list. A box's conflict copy, and the version kept over it, are skipped. */
const lastChangeIn = (since: Record<string, unknown>[]): Record<string, unknown> | undefined => {
  const beside = new Set(since.filter((one) => one.kind === 'keep').map((one) => one.of))
  return since.find((one) => one.kind !== 'keep' && !beside.has(one.number))
}

/** The conflicts in a C1104 answer; one that is not understood counts as a conflict of the order. */
const clashReportIn = (data: Record<string, unknown>): ClashReport => {
  const clashes = recordsIn(data.clashes).map((c): Clash => ({
    id: numberOrNull(c.id),
    field: clashFields.find((f) => f === c.field) ?? 'order',
    ...(typeof c.detail === 'string' ? { detail: c.detail } : {}),
    channel: textOrNull(c.channel),
    ...(typeof c.group === 'number' ? { group: c.group } : {}),
    theirs: scalarOrNull(c.theirs),
    mine: scalarOrNull(c.mine),
  }))
  const author = lastChangeIn(recordsIn(data.since))?.author
  const sn = isRecord(author) ? textOrNull(author.sn) : null
  return {
    cause: clashCauses.find((c) => c === data.cause) ?? 'changed',
    clashes,
    total: numberOrNull(data.total) ?? clashes.length,
    source: textOrNull(data.source),
    by: isRecord(author) && sn === null ? textOrNull(author.name) : null,
    byId: isRecord(author) && sn === null ? textOrNull(author.userId) : null,
    box: isRecord(author) && sn !== null ? { sn, nickname: textOrNull(author.nickname) } : null,
  }
}

const retryAfterMs = (headers: Headers): number | null => {
  const seconds = Number(headers.get('retry-after') ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) * 1000 : null
}

/** Maps an answer to an action to an outcome for the queue. Pure code, so that tests cover every status. */
export const readOutcome = (status: number, headers: Headers, body: unknown): Outcome => {
  if (status === 401) return { is: 'signed-out' }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { is: 'unreachable', retryAfterMs: retryAfterMs(headers) }
  // Something other than our server answered (a hotel's sign-in page, a proxy): try again later.
  if (!isAnswer(body)) return { is: 'unreachable', retryAfterMs: null }
  const data = isRecord(body.data) ? body.data : {}
  if (body.code === '0') {
    const answer: Acknowledgement = {
      revision: Number(data.revision),
      merged: data.merged === true,
      undoTo: numberOrNull(data.undoTo),
      redoTo: numberOrNull(data.redoTo),
    }
    return Number.isInteger(answer.revision) ? { is: 'accepted', ...answer } : { is: 'unreachable', retryAfterMs: null }
  }
  if (body.code === 'C1104') return { is: 'clash', ...clashReportIn(data) }
  return { is: 'refused', code: body.code, message: body.message }
}

/** Reads the engine's response with the list. */
export const readFetched = async (answer: Response): Promise<Fetched> => {
  if (answer.status === 204) return { is: 'same' }
  if (answer.status === 401 || answer.type === 'opaqueredirect') return { is: 'signed-out' }
  if (answer.status === 403 || answer.status === 404) return { is: 'gone' }
  if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('application/octet-stream'))
    return { is: 'unreachable' }
  return { is: 'data', data: decodeEngineData(new Uint8Array(await answer.arrayBuffer())) }
}

const idOf = (value: unknown): number => (typeof value === 'number' ? value : -1)
/** Reads the answer of a lookup; null for anything else. */
const readMapped = (body: unknown): Mapped | null => {
  if (!isAnswer(body) || body.code !== '0' || !isRecord(body.data)) return null
  const { revision, source, kept, found, missing, ambiguous } = body.data
  if (typeof revision !== 'number' || typeof source !== 'string') return null
  const named = (value: unknown) => recordsIn(value).map((one) => ({ id: idOf(one.id), name: textOrNull(one.name) }))
  return {
    revision,
    source,
    kept: kept === true,
    missing: named(missing),
    ambiguous: named(ambiguous),
    found: recordsIn(found).map((one) => ({ id: idOf(one.id), name: textOrNull(one.name), to: idOf(one.to) })),
  }
}

export const createTransport = (listId: string, fetchLike: typeof fetch = (...args) => fetch(...args)): Transport => ({
  async send(base: number, entry: Entry, again: boolean): Promise<Outcome> {
    const address = addressOf[entry.kind](listId)
    const body = JSON.stringify({
      base,
      batch: entry.batch,
      ...(entry.kind === 'edit' ? { source: entry.source, operations: entry.operations } : {}),
    })
    // Made outside the try, because a bug in it is not a network failure.
    const request: RequestInit = {
      method: 'POST',
      body,
      credentials: 'same-origin',
      redirect: 'manual',
      keepalive: body.length <= keepaliveBytesMax,
      headers: {
        ...sessionHeaders(),
        'content-type': 'application/json',
        accept: 'application/json',
        ...(again ? byItself : {}),
      },
      signal: timeLimit(),
    }
    try {
      const answer = await fetchLike(address, request)
      const text = await answer.text()
      let parsed: unknown = null
      try {
        parsed = JSON.parse(text)
      } catch {
        parsed = null
      }
      return readOutcome(answer.status, answer.headers, parsed)
    } catch {
      return { is: 'unreachable', retryAfterMs: null }
    }
  },

  async findChannels(source, ids): Promise<Mapped | null> {
    try {
      const answer = await fetchLike(addressOf.mapping(listId), {
        method: 'POST',
        body: JSON.stringify({ source, ids }),
        credentials: 'same-origin',
        redirect: 'manual',
        headers: { ...sessionHeaders(), 'content-type': 'application/json', accept: 'application/json', ...byItself },
        signal: timeLimit(),
      })
      return answer.ok ? readMapped(await answer.json()) : null
    } catch {
      return null
    }
  },

  async fetchNewest(have): Promise<Fetched> {
    const query = have
      ? `?source=${encodeURIComponent(have.sourceId)}&revision=${have.revision}&beside=${have.beside ?? ''}`
      : ''
    try {
      const answer = await fetchLike(addressOf.engine(listId) + query, {
        credentials: 'same-origin',
        redirect: 'manual',
        headers: { accept: 'application/octet-stream', ...byItself },
      })
      return await readFetched(answer)
    } catch {
      return { is: 'unreachable' }
    }
  },
})
