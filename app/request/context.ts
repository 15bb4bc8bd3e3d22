/** What the front server tells a Remix loader or action about its request. Type only: safe to import anywhere. */
import type { Readable } from 'node:stream'
import type { Code, Failure } from '~/errors/table'
import type { StoredUpload } from '~/modules/attachment/attachment.server'

/** A file that came with a request, whole in memory (bounded by what its address may bring). */
export type UploadedFile = { name: string | null; type: string; bytes: Uint8Array }

export type Upload =
  /**
   * Fields keep every value in order; the file part named `file`, if one came. Where files go to the disk as they come:
   * `stored` those that did, `refused` what is wrong with the others, each with its field. `skipped`: fields of other
   * files, of which nothing was kept.
   */
  | {
      ok: true
      fields: Map<string, string[]>
      file: UploadedFile | null
      stored?: readonly StoredUpload[]
      refused?: readonly Failure[]
      skipped?: readonly string[]
    }
  /**
   * A0413 too large, A0400 broken multipart, A0415 wrong type; where files go to the disk also C1202, I1009, A0503,
   * with the fields that came before the first file.
   */
  | {
      ok: false
      code: Code
      limitBytes?: number
      field?: string
      data?: Record<string, unknown>
      fields?: Map<string, string[]>
    }

export type PortalContext = {
  nonce: string
  requestId: string
  /** The client's address, trusted proxies considered. */
  address: string
  /** The address that the client used: scheme and host, from settings or trusted headers. */
  origin: string
  /** A multipart body, parsed before Remix; null where the request had none. */
  upload: Upload | null
  /** A raw body of /api that is read as it comes, by a line that wants it so; otherwise null. */
  stream?: Readable | null
  /** Values resolved once a request (the caller, the language). */
  memo: Map<string, Promise<unknown>>
}

/** Remix hands this context to every loader and action; merging its interface is how it is told. */
declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends PortalContext {
    readonly requestId: string
  }
}

/** Set in a request's memo when it failed because the disk is full. */
export const storageFullMemo = 'storage-full'
