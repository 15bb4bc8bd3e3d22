/** What the server in front tells a Remix loader or action about its request. Types only: safe to import anywhere. */
import type { Readable } from 'node:stream'
import type { Code, Failure } from '~/errors/table'
import type { StoredUpload } from '~/modules/attachment/attachment.server'

/** A file that came with a request, held in memory (its size is limited per address). */
export type UploadedFile = { name: string | null; type: string; bytes: Uint8Array }

export type Upload =
  /**
   * Fields with every value in order, and the file part named `file`, if any. On pages whose files are written to the
   * disk as they arrive, `stored` are the accepted ones and `refused` the failures of the others, each with its field.
   * `skipped`: fields of other files, which were not kept.
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
   * A0413 too large, A0400 broken multipart, A0415 wrong type. On pages whose files are written to the disk also C1202,
   * I1009, A0503, with the fields before the first file.
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
  /** The client's address, with trusted proxies taken into account. */
  address: string
  /** The origin that the client used: scheme and host, from settings or trusted headers. */
  origin: string
  /** A multipart body, parsed before Remix; null if the request had none. */
  upload: Upload | null
  /** A raw body of /api that its endpoint reads as it arrives; otherwise null. */
  stream?: Readable | null
  /** Values computed once per request (the caller, the language). */
  memo: Map<string, Promise<unknown>>
}

/** Remix passes this context to every loader and action; merging the interface declares its type. */
declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends PortalContext {
    readonly requestId: string
  }
}

/** Set in a request's memo when the request failed because the disk is full. */
export const storageFullMemo = 'storage-full'
