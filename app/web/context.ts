/** What the front server tells a Remix loader or action about its request. Type only: safe to import anywhere. */
import type { UploadedFile } from '~/api/endpoint'

export type Upload =
  /** Fields keep every value in order; the file part named `file`, if one came. */
  | { ok: true; fields: Map<string, string[]>; file: UploadedFile | null }
  /** A0413 too large, A0400 broken multipart, A0415 wrong type. */
  | { ok: false; code: 'A0413' | 'A0400' | 'A0415'; limitBytes?: number }

export type PortalContext = {
  nonce: string
  requestId: string
  /** The client's address, trusted proxies considered. */
  address: string
  /** The address that the client used: scheme and host, from settings or trusted headers. */
  origin: string
  /** A multipart body, parsed before Remix; null where the request had none. */
  upload: Upload | null
  /** Values resolved once a request (the caller, the language). */
  memo: Map<string, Promise<unknown>>
}

/** Remix hands this context to every loader and action; merging its interface is how it is told. */
declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends PortalContext {
    readonly requestId: string
  }
}
