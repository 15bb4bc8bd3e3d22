/**
 * The type of an endpoint, which is one entry of the /api contract. The table in table.ts lists them all. The same
 * entries serve pages' scripts, programs and boxes, and produce the reference in docs/api.md and the OpenAPI document.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { FileBody, Flow, FlowBody, StreamBody } from '~/platform/http.server'
import type { Visit } from '~/platform/visit'
import type { Code, Failure, Result } from '~/errors/table'
import type { Caller, Scope } from '~/modules/session/caller'
import type { UploadedFile } from '~/request/context'
import type { Command } from './command'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Access =
  | { who: 'anyone' }
  /** A signed-in person, in a browser or a program; never an API token, which serves other purposes. */
  | { who: 'session' }
  | { who: 'user'; scope?: Scope }
  | { who: 'box' }
  | { who: 'operator' }
  /**
   * A payment provider, authenticated by its signature over the raw bytes, which the handler checks. Session, cookie
   * and origin are ignored.
   */
  | { who: 'provider'; header: string }

export type Call<I> = {
  input: I
  caller: Caller
  /**
   * On an endpoint for everybody: why the session or token of the request is not valid. Its sender counts as a visitor.
   */
  refusal: Failure | null
  file: UploadedFile | null
  /** The unread body, on an endpoint with `stream`. */
  stream: Readable
  headers: Headers
  /** A HEAD is answered like a GET, without its body. */
  isHead: boolean
  /** The client's address as the server in front determined it, with trusted proxies taken into account. */
  address: string
  /** Scheme and host that the client used; links in answers begin with it. */
  origin: string
  requestId: string
  /** The acting visitor, for limits and for codes and captchas that are bound to one visitor. */
  visit: Visit
  /** The answer's language by its public code (`ua`, not `uk`). */
  language: string
}

/** A download. `etag` is strong and quoted; the dispatcher handles Range, If-None-Match, If-Modified-Since and HEAD. */
export type FileAnswer = { kind: 'file' } & FileBody & { fileName: string }
/** A download in several separate buffers. */
export type PiecesAnswer = Omit<FileAnswer, 'kind' | 'bytes' | 'gzip'> & {
  kind: 'pieces'
  pieces: readonly Uint8Array[]
}
/**
 * A download that is costly to make: it is made only if its bytes are sent, not for HEAD or for a client that has it.
 * `etag` names its inputs, and is weak, because another version of the portal may make different bytes from the same
 * inputs.
 */
export type MadeAnswer = Omit<FileAnswer, 'kind' | 'bytes' | 'gzip'> & {
  kind: 'made'
  make: () => Promise<Result<Uint8Array>>
}
/**
 * A download that is not held in memory: `open` is called once, for the range that is sent. `inline`: shown in a page
 * instead of saved.
 */
export type StreamAnswer = { kind: 'stream' } & StreamBody & { fileName: string }
/** A download that is made while it is sent, with a length unknown in advance; HEAD does not start it. */
export type FlowAnswer = FlowBody & { kind: 'flow'; begin: () => Promise<Result<Flow>> }
/**
 * `tagged`: the answer has a strong ETag of its bytes, and is 304 for clients that have them. `etag`: it has this tag
 * instead, which is weak if equal answers may differ in their bytes.
 */
export type DataAnswer<D> = {
  kind: 'data'
  data: D
  status?: number
  headers?: Record<string, string>
  tagged?: boolean
  etag?: string
}
export type Answer<D> = DataAnswer<D> | FileAnswer | MadeAnswer | PiecesAnswer | StreamAnswer | FlowAnswer | Failure

type Described<S extends z.ZodType, D> = {
  summary: string
  /** Path, query and body parameters together. Query and form values arrive as strings, repeated keys as arrays. */
  input?: S
  /** A file body: the multipart part `file`, or the raw body. */
  upload?: { maxBytes: number; required: boolean }
  /** A raw body that is not held in memory: the handler reads it as it arrives, after all other checks. */
  stream?: { maxBytes: number }
  /** The answer's data: other fields that the handler returns are left out. */
  output: z.ZodType<D> | 'file'
  /** The codes that it answers beside those of the dispatcher (document.ts). */
  codes?: readonly Code[]
  /**
   * What must be encrypted (compact JWE): the whole body, or these fields of it. Plain values are refused (A0424,
   * required).
   */
  sealed?: 'body' | readonly string[]
  /** False if a call is not a person's action: it does not reset the idle time. */
  act?: false
  /** True for a GET that sends or uses up something: other sites must not be able to trigger it. */
  changes?: true
  /**
   * The parameter `accessToken` replaces the header of that name, for clients that open a URL. Alone it proves nothing:
   * without the headers token and userId it is ignored.
   */
  accessTokenInQuery?: true
  /** The operator's command, or commands, that call this endpoint. */
  command?: Command | readonly Command[]
  /** Written as a method, so that endpoints with different inputs fit into one table. */
  handler(call: Call<z.output<S>>): Promise<Answer<NoInfer<D>>>
}

/** Requests per caller (or address) in a period. */
export type Limit = { points: number; seconds: number }
/** An entry of the table, with what its description may leave out. */
export type Endpoint<S extends z.ZodType = z.ZodType, D = unknown> = Described<S, D> & {
  method: Method
  /** Below /api. */
  path: string
  access: Access
  limit?: Limit
  input: S
  codes: readonly Code[]
}

/** A method and a path below /api, with parameters in braces: "GET /chmax/lists/{id}". */
type Address = `${Method} /${string}`
const noInput = z.object({})

type Placed = { access: Access; limit?: Limit }

/** Makes an endpoint. Without `input` it takes no parameters. */
export const endpoint = <S extends z.ZodType = typeof noInput, D = unknown>(
  address: Address,
  described: Described<S, D> & Placed,
): Endpoint<S, D> => {
  const [method = '', path = ''] = address.split(' ')
  return { input: noInput as never, codes: [], ...described, method: method as Method, path }
}
/** Makes endpoints that share access and limit. */
export const endpointsFor =
  (access: Access, limit: Limit) =>
  <S extends z.ZodType = typeof noInput, D = unknown>(address: Address, described: Described<S, D>): Endpoint<S, D> =>
    endpoint(address, { ...described, access, limit })
export const data = <D>(
  value: D,
  more: { status?: number; headers?: Record<string, string>; tagged?: boolean; etag?: string } = {},
): DataAnswer<D> => ({ kind: 'data', data: value, ...more })
/** Turns a result into an answer: its value, or the failure. */
export const answered = <D>(result: Result<D>, more: { status?: number } = {}): DataAnswer<D> | Failure =>
  result.ok ? data(result.value, more) : result
/** The same with the value as `show` presents it. */
export const shown = <T, D>(
  result: Result<T>,
  show: (value: T) => D,
  more: { status?: number } = {},
): DataAnswer<D> | Failure => (result.ok ? data(show(result.value), more) : result)
/** The same for a result without a value. */
export const done = (result: Result<unknown>): DataAnswer<null> | Failure => (result.ok ? data(null) : result)
