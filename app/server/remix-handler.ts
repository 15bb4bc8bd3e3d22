/**
 * The adapter to Remix: turns a node request into a fetch Request with its body already read, and sends the Response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { readerOf } from '~/api/dispatch.server'
import type { Caller } from '~/modules/session/caller'
import { codes, statusOf, type Code, type Result } from '~/errors/table'
import type { Language } from '~/i18n/languages'
import { answerLimits, reserveAnswer } from '~/platform/answers.server'
import { acceptsEncoding, findBuffers } from '~/platform/http.server'
import { fullRetrySeconds } from '~/platform/storage'
import { storageFullMemo } from '~/request/context'
import { findUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { WholeResponse } from '~/request/whole-response.server'
import { answerCode, languageOf } from './answer'
import { endAnswer } from './body'
import { channelHeaders, channelPrefix, endedSession } from './channel'
import { makeErrorPage } from './error-page'
import { contentSecurityPolicy, closedPolicy, plainPagePolicy } from './headers'
import type { Peer } from './peer'
import { makeSlicedHandler } from './route-slices'

const compress = promisify(gzip)
/** Below this, compression saves no packet. */
const minCompressedBytes = 1400
const compressible = /^(?:text\/|application\/(?:json|manifest\+json|problem\+json)|image\/svg\+xml)/

/** An answer that states a greater length is streamed: it may be a video, and is never held as a whole. */
const maxGatheredBytes = answerLimits.countedBytes
/** When a client may repeat a request whose answer found no room in memory: an ordinary file has been taken by then. */
const roomRetrySeconds = 5

/** Headers that Remix must not see as the client wrote them, because it trusts X-Forwarded-Host. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
  'host',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-forwarded-proto',
])

const makeHeaders = (req: IncomingMessage, peer: Peer): Headers => {
  const headers = new Headers()
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    const name = (req.rawHeaders[i] ?? '').toLowerCase()
    if (!notForwarded.has(name) && !name.startsWith(':') && !name.startsWith(channelPrefix))
      headers.append(name, req.rawHeaders[i + 1] ?? '')
  }
  headers.set('host', peer.host)
  // The origin has been checked already; an accepted one in another spelling would make Remix refuse the request.
  if (headers.has('origin')) headers.set('origin', peer.origin)
  return headers
}

export type RemixHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  request: { peer: Peer; body: Buffer | null; context: AppLoadContext },
) => Promise<void>

/** Converts a node request to a fetch Request, with the origin found earlier and the body already read. */
export const makeRequest = (req: IncomingMessage, peer: Peer, body: Buffer | null, signal: AbortSignal): Request => {
  const method = req.method ?? 'GET'
  return new Request(peer.origin + (req.url ?? '/'), {
    method,
    headers: makeHeaders(req, peer),
    body:
      body !== null && body.length > 0 && method !== 'GET' && method !== 'HEAD' ? (body as Buffer<ArrayBuffer>) : null,
    signal,
  })
}

/**
 * True if an address differs from a page's only by capitals. Addresses have one spelling: /Home is not a page of the
 * portal. Remix ignores case, here and in the browser, so this is checked first.
 */
const makeIsOtherwiseWritten = (build: ServerBuild): ((path: string) => boolean) => {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : build.routes[id]
    return route === undefined ? [] : [...pathOf(route.parentId), ...(route.path ?? '').split('/')]
  }
  const patterns = Object.keys(build.routes)
    .map((id) => pathOf(id).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0 && !parts.includes('*'))
    .map(
      (parts) =>
        `^/${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))).join('/')}/?$`,
    )
  const exact = patterns.map((pattern) => new RegExp(pattern))
  const near = patterns.map((pattern) => new RegExp(pattern, 'i'))
  return (path) => !exact.some((pattern) => pattern.test(path)) && near.some((pattern) => pattern.test(path))
}

/**
 * Makes the adapter for a build. A client that disconnects aborts the request's signal. `confirmsSessions`: the gateway
 * is told of active sessions.
 */
export const makeRemixHandler = (
  build: ServerBuild,
  options: { devOrigin: string | null; confirmsSessions: boolean },
): RemixHandler => {
  const handle = makeSlicedHandler(build, (part) => createRequestHandler(part, build.mode))
  const isOtherwiseWritten = makeIsOtherwiseWritten(build)
  return async (req, res, { peer, body, context }) => {
    const gone = new AbortController()
    res.once('close', () => {
      if (!res.writableFinished) gone.abort()
    })
    const request = makeRequest(req, peer, body, gone.signal)
    const send = async (response: Response, policy: string): Promise<void> =>
      sendResponse(req, res, response, policy, {
        of: await readerOf(context),
        language: () => getLanguage(request, context),
      })
    if (isOtherwiseWritten(new URL(request.url).pathname)) {
      const missing = new Response(null, { status: 404 })
      await send(
        (await findUser(request, context)) === null
          ? new Response(null, { status: 302, headers: { location: '/' } })
          : makeRefusalPage(req, missing, 'A0404', await getLanguage(request, context)),
        plainPagePolicy,
      )
      return
    }
    const response = await handle(request, context)
    if (res.destroyed) return
    if (context.memo.has(storageFullMemo) && response.status >= 500) {
      await send(makeFullAnswer(req, response), plainPagePolicy)
      return
    }
    const code = isVisit(req) ? await findRefusal(response) : null
    if (code !== null) {
      await send(makeRefusalPage(req, response, code, await getLanguage(request, context)), plainPagePolicy)
      return
    }
    const caller = await findCaller(context)
    if (caller?.kind === 'user') keepFromCaches(response)
    if (options.confirmsSessions && caller !== null)
      res.setHeader(channelHeaders.session, caller.kind === 'user' ? caller.userId : endedSession)
    await send(response, contentSecurityPolicy(context.nonce, { https: peer.https, devOrigin: options.devOrigin }))
  }
}

/** A request that failed because the disk is full may be repeated: 503 with Retry-After, as a page for people. */
const makeFullAnswer = (req: IncomingMessage, response: Response): Response => {
  const again = { 'retry-after': String(fullRetrySeconds), 'cache-control': 'no-store' }
  if (!(response.headers.get('content-type') ?? '').startsWith('text/html'))
    return new Response(response.body, { status: 503, headers: [...response.headers, ...Object.entries(again)] })
  // The account's language may be what could not be read, so the browser's is used.
  const language = languageOf(req)
  return new Response(makeErrorPage(req, 'A0503', language, { retryAfterSeconds: fullRetrySeconds }), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': language, ...again },
  })
}

/**
 * True for a person's browser that follows a link or an address: it shows what it gets. Scripts and programs read
 * codes.
 */
const isVisit = (req: IncomingMessage): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  /\btext\/html\b/.test(req.headers.accept ?? '') &&
  !/^\/api(?:[/?]|$)|[?&]_data=/.test(req.url ?? '')

const isCode = (text: unknown): text is Code => typeof text === 'string' && Object.hasOwn(codes, text)
/** Returns the code of an answer that is only a refusal: an address that serves files has no page for it. */
const findRefusal = async (response: Response): Promise<Code | null> => {
  if (response.status < 400 || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return null
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return isCode(code) && statusOf(code) === response.status ? code : null
}
const makeRefusalPage = (
  req: IncomingMessage,
  { status, headers }: Response,
  code: Code,
  language: Language,
): Response => {
  const own = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'private, no-store',
    vary: 'accept, accept-language, cookie',
  })
  for (const cookie of headers.getSetCookie()) own.append('set-cookie', cookie)
  const again = headers.get('retry-after')
  if (again !== null) own.set('retry-after', again)
  const values = again === null ? {} : { retryAfterSeconds: Number(again) }
  return new Response(makeErrorPage(req, code, language, values), { status, headers: own })
}

/** For whom the answer was made: an account, or no signed-in person; null if nothing looked up the session. */
const findCaller = async (
  context: AppLoadContext,
): Promise<{ kind: 'user'; userId: string } | { kind: 'other' } | null> => {
  const found = (await context.memo.get('caller')) as Result<Caller> | undefined
  if (found === undefined) return null
  return found.ok && found.value.kind === 'user' ? { kind: 'user', userId: found.value.userId } : { kind: 'other' }
}

const isPage = /^(?:text\/html|application\/json)/
/**
 * Pages of signed-in people are not cached: after Exit the back button shows nothing of them. Files have their own
 * cache headers.
 */
const keepFromCaches = (response: Response): void => {
  const type = response.headers.get('content-type') ?? ''
  const own = response.headers.get('cache-control')
  if (own === null || (isPage.test(type) && !own.includes('no-store') && !own.includes('public')))
    response.headers.set('cache-control', 'private, no-store')
}

/** Streams a long body as fast as the client takes it. When the client disconnects, reading stops. */
const pour = async (res: ServerResponse, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<void> => {
  if (bytes !== null) res.setHeader('content-length', bytes)
  try {
    // Only a few chunks are read ahead: the body's source reads nothing that was not asked for.
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0], { highWaterMark: 1 }), res)
  } catch (error) {
    if (!res.destroyed) throw error
  }
}

/** The client that an answer's memory counts for: the account or box, or an anonymous client's network. */
export type Reader = { of: string; language?: () => Promise<Language> }

/**
 * Reserves the memory that an answer holds until it is taken or its client is gone; false if it was refused instead.
 */
const bookMemory = async (
  req: IncomingMessage,
  res: ServerResponse,
  buffers: readonly ArrayBufferLike[],
  { of, language }: Reader,
): Promise<boolean> => {
  const place = reserveAnswer(of, buffers)
  if (place.ok) {
    res.once('close', place.release)
    return true
  }
  const known = await language?.()
  if (!res.headersSent && !res.destroyed)
    answerCode(req, res, place.reason === 'own' ? 'I1009' : 'A0503', {
      data: { retryAfterSeconds: roomRetrySeconds },
      ...(known === undefined ? {} : { language: known }),
    })
  return false
}

/**
 * Sends a Response. Long files are streamed. Everything else is sent as a whole with its length, compressed if that
 * pays.
 */
export const sendResponse = async (
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  pagePolicy: string,
  reader: Reader,
): Promise<void> => {
  const announced = response.headers.has('content-length') ? Number(response.headers.get('content-length')) : null
  const whole = response instanceof WholeResponse ? response.content : null
  const source = whole === null ? response.body : null
  const lent = source === null ? null : findBuffers(source)
  const isLong =
    source !== null && req.method !== 'HEAD' && (announced === null ? lent !== null : announced > maxGatheredBytes)
  let body: Buffer =
    whole !== null
      ? Buffer.from(whole.buffer)
      : source === null || isLong
        ? Buffer.alloc(0)
        : Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const isCompressed =
    !isLong &&
    compressible.test(type) &&
    response.status === 200 &&
    !response.headers.has('content-encoding') &&
    !response.headers.has('etag')
  const isPacked =
    isCompressed && body.length >= minCompressedBytes && acceptsEncoding(req.headers['accept-encoding'], 'gzip')
  if (isPacked) body = await compress(body, { level: 4 })
  // A client that is gone takes nothing, and its disconnection would not be reported again.
  if (res.destroyed || res.closed || !(await bookMemory(req, res, isLong ? (lent ?? []) : [body.buffer], reader))) {
    if (isLong) await source.cancel()
    return
  }
  res.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  res.setHeader('content-security-policy', type.startsWith('text/html') ? pagePolicy : closedPolicy)
  if (!response.headers.has('cache-control')) res.setHeader('cache-control', 'private, no-cache')
  if (isLong) {
    await pour(res, source, announced)
    return
  }
  if (isCompressed) res.appendHeader('vary', 'accept-encoding')
  if (isPacked) res.setHeader('content-encoding', 'gzip')
  const bodiless = response.status === 204 || response.status === 304
  // HEAD states the length that GET would have; an answer without a measurable body keeps its own.
  if (!bodiless && !(req.method === 'HEAD' && body.length === 0)) res.setHeader('content-length', body.length)
  endAnswer(req, res, req.method === 'HEAD' || bodiless ? undefined : body)
}
