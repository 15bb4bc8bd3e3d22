/**
 * What one line of the /api contract is. The table in table.ts holds them all; pages' scripts, programs, boxes,
 * the reference in docs/api.md and the OpenAPI document are served from the same lines.
 */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Visit } from '~/platform/visit'
import type { Code, Failure } from '~/errors/table'
import type { Caller, Scope } from '~/modules/session/caller'
import type { UploadedFile } from '~/request/context'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Access =
  | { who: 'anyone' }
  /** Somebody signed in, by a browser or a program; never an API token, which is made for other work. */
  | { who: 'session' }
  | { who: 'user'; scope?: Scope }
  | { who: 'box' }
  | { who: 'operator' }

export type Call<I> = {
  input: I
  caller: Caller
  /**
   * Why a session or token that was presented does not count, on a line for everybody: there its sender is a visitor.
   */
  refusal: Failure | null
  file: UploadedFile | null
  /** The body as it comes, unread, on a line with `stream`. */
  stream: Readable
  headers: Headers
  /** Client address as the front server found it, trusted proxies considered. */
  address: string
  /** Scheme and host that the client used; links in answers begin with it. */
  origin: string
  requestId: string
  /** Who does this, for limits and for codes and captchas that are tied to one visitor. */
  visit: Visit
  /** The answer's language by its public code (`ua`, not `uk`). */
  language: string
}

/**
 * A download. `etag` is strong and quoted; Range, If-None-Match, If-Modified-Since and HEAD are handled by the door.
 */
export type FileAnswer = {
  kind: 'file'
  bytes: Uint8Array
  type: string
  fileName: string
  etag: string
  lastModified: Date
  gzip?: Uint8Array
}
/** A download in several pieces that lie apart in memory. */
export type PiecesAnswer = Omit<FileAnswer, 'kind' | 'bytes' | 'gzip'> & {
  kind: 'pieces'
  pieces: readonly Uint8Array[]
}
/**
 * A download that is not held in memory: `open` is called once, for the part that is sent. `inline`: shown in a page
 * instead of saved.
 */
export type StreamAnswer = {
  kind: 'stream'
  size: number
  open: (range: { start: number; end: number }) => Readable
  type: string
  fileName: string
  etag: string
  lastModified: Date
  inline?: boolean
  cacheControl?: string
}
/** `tagged`: the answer has a strong ETag of its bytes, and 304 for who has them already. */
export type DataAnswer<D> = {
  kind: 'data'
  data: D
  status?: number
  headers?: Record<string, string>
  tagged?: boolean
}
export type Answer<D> = DataAnswer<D> | FileAnswer | PiecesAnswer | StreamAnswer | Failure

export type Endpoint<S extends z.ZodType = z.ZodType, D = unknown> = {
  method: Method
  /** Below /api, parameters in braces: "/chmax/lists/{id}". */
  path: string
  summary: string
  access: Access
  /** Path, query and body parameters together. Query and form values arrive as strings; repeated keys as arrays. */
  input: S
  /** A file body: multipart part `file`, or the raw body. */
  upload?: { maxBytes: number; required: boolean }
  /** A raw body that is not held in memory: the handler reads it as it comes, after everything else was found right. */
  stream?: { maxBytes: number }
  /** The answer's data, for the documents. */
  output: z.ZodType<D> | 'file'
  codes: readonly Code[]
  /** What comes encrypted (compact JWE): the whole body, or these fields of it. Plain is refused (A0424, required). */
  sealed?: 'body' | readonly string[]
  /** False where a call is nothing that a person did: it does not count against the idle time. */
  act?: false
  /** True for a GET that sends or uses up something: no other site may cause it. */
  changes?: true
  /** Requests per caller (or address) in a time. */
  limit?: { points: number; seconds: number }
  /** Written as a method, so that lines of different inputs stand in one table. */
  handler(call: Call<z.output<S>>): Promise<Answer<D>>
}

export const endpoint = <S extends z.ZodType, D>(e: Endpoint<S, D>): Endpoint<S, D> => e
export const data = <D>(
  value: D,
  more: { status?: number; headers?: Record<string, string>; tagged?: boolean } = {},
): DataAnswer<D> => ({ kind: 'data', data: value, ...more })
