/**
 * The dispatcher of /api. A request passes through its endpoint's entry in the table (path, caller, access, limit,
 * input, handler), and every answer is `{code, message, data}` or a file. An error that a handler throws is logged and
 * answered A0500, never shown.
 */
import { Readable } from 'node:stream'
import { askedLanguage } from '~/i18n/accept-language'
import { codeOf, parseLanguage, type Language } from '~/i18n/languages'
import { instanceFor } from '~/i18n/i18n.server'
import { failureText } from '~/i18n/failure-text'
import { minuteMs, nowMs } from '~/platform/clock.server'
import {
  makeEtag,
  matchesEtag,
  respondUnmade,
  respondWithFile,
  respondWithFlow,
  respondWithFlowHead,
  respondWithPieces,
  respondWithStream,
} from '~/platform/http.server'
import { consumeFor, networkOf } from '~/platform/limits.server'
import { log, redactUrl } from '~/platform/log.server'
import { fullRetrySeconds, isStorageFull } from '~/platform/storage'
import type { PortalContext } from '~/request/context'
import { codes, fail, ok, statusOf, tooMany, type Code, type Failure, type Result } from '~/errors/table'
import { pickAnswer } from './answer'
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { readRequest } from './body'
import { backgroundHeader, sessionHeaders } from '~/request/headers'
import { resolveCaller } from '~/request/credential.server'
import type { Access, Answer, Endpoint, FlowAnswer, MadeAnswer } from './endpoint'
import type { BoxCaller, Caller } from '~/modules/session/caller'
import { makeMatcher } from './match'
import { makeVisit } from '~/request/visit.server'
import { endpoints } from './table'
import type { TFunction } from 'i18next'

/** The sentence of a refused call. For a refused edit it names the rule of the field, or whose name it is. */
const refusalText = (t: TFunction, { code, data }: Failure): string => {
  const { rule, part, field, reason } = data ?? {}
  const sentence = String(t(`errors:${code}`, { ...data }))
  if (typeof rule === 'string')
    return `${sentence} \u2068${String(field)}\u2069: ${String(t(`tables:rule.${rule}`, { ...data }))}`
  if (typeof part === 'string') return `${sentence} ${String(t(`problems:operation.${String(reason)}-${part}`))}`
  return failureText(t, code, data)
}

const match = makeMatcher(endpoints)
/** The path below /api, as in the table. */
const pathOf = (pathname: string): string => {
  let end = pathname.length
  while (pathname[end - 1] === '/') end--
  return pathname.slice(0, end).replace(/^\/api(?=\/|$)/, '')
}
/** The largest body of an endpoint that reads it as it arrives; null for every other address. */
export const streamedBytesOf = (method: string, pathname: string): number | null => {
  const found = match(method, pathOf(pathname))
  return found.found === 'line' ? (found.endpoint.stream?.maxBytes ?? null) : null
}
/** The largest raw file that an endpoint takes; null for every other address. */
export const rawFileBytesOf = (method: string, pathname: string): number | null => {
  const found = match(method, pathOf(pathname))
  return found.found === 'line' ? (found.endpoint.upload?.maxBytes ?? null) : null
}
const isCode = (text: string): text is Code => Object.hasOwn(codes, text)

/** The answer's language from the request alone: the visitor's choice, otherwise Accept-Language, otherwise English. */
const languageOf = (headers: Headers): Language =>
  askedLanguage({ cookie: headers.get('cookie'), acceptLanguage: headers.get('accept-language') })
/**
 * Answers a person signed in with a browser in the account's language, as on its pages, and a program in the language
 * that it asks for.
 */
const languageFor = (caller: Caller, asked: Language): Language =>
  caller.kind === 'user' && caller.via === 'cookie' ? (parseLanguage(caller.language) ?? asked) : asked

const jsonResponse = (
  status: number,
  body: { code: Code; message: string; data: unknown },
  language: Language,
  headers: Record<string, string> = {},
): Response =>
  // Throws for a BigInt: money is answered as decimal text, never as units that look like it.
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      vary: 'accept-language, cookie, authorization, accesstoken, token, userid',
      ...headers,
    },
  })

/**
 * A failure as programs receive it: the sentence in their language, the field that it concerns, and when to try again.
 */
export const failureResponse = (
  failure: Failure,
  language: Language,
  headers: Record<string, string> = {},
): Response => {
  const t = instanceFor(language).t
  const retryAfter = failure.data?.retryAfterSeconds
  const status = statusOf(failure.code)
  const data =
    failure.data === undefined && failure.field === undefined
      ? null
      : { ...(failure.field === undefined ? {} : { field: failure.field }), ...failure.data }
  return jsonResponse(status, { code: failure.code, message: refusalText(t, failure), data }, language, {
    ...(typeof retryAfter === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...headers,
  })
}

const mayCall = (caller: Caller, access: Access): Result<null> => {
  if (access.who === 'anyone' || access.who === 'provider') return ok(null)
  if (caller.kind === 'visitor') return fail('I1304')
  if (access.who === 'box') return caller.kind === 'box' ? ok(null) : fail('A0403')
  if (caller.kind !== 'user') return fail('A0403')
  if (access.who === 'session') return caller.via === 'token' ? fail('A0403') : ok(null)
  if (access.who === 'operator')
    return caller.role === 'operator' && caller.scopes.includes('operator') ? ok(null) : fail('A0403')
  return access.scope === undefined || caller.scopes.includes(access.scope)
    ? ok(null)
    : fail('A0403', { data: { scope: access.scope } })
}

/**
 * True if a GET that changes something comes from our own page or from a program. Browsers send cookies with links from
 * other sites and load images from any address, but they say where a request comes from.
 */
const isOwnGet = (headers: Headers, caller: Caller): boolean => {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  // A browser that is too old to say so proves itself by its page's tokens.
  return !(caller.kind === 'user' && caller.via === 'cookie') || headers.has(sessionHeaders.accessToken)
}

/**
 * The key of a box's limits. Anyone who has read a serial number can pair with it. A box whose token is unproven is
 * counted by network, so that it can't use up the limits of the real box.
 */
const boxKey = ({ sn, proven }: BoxCaller, address: string): string =>
  proven ? `box:${sn}` : `box:${sn}@${networkOf(address)}`
/** The key of the limits for a call; an address also counts by its networks. */
const limitKey = (caller: Caller, address: string): string =>
  caller.kind === 'user' ? `user:${caller.userId}` : caller.kind === 'box' ? boxKey(caller, address) : address

/** The headers that identify the caller, with an accessToken from the address if the endpoint accepts one there. */
const callerHeaders = (request: Request, line: Endpoint): Headers => {
  if (line.accessTokenInQuery !== true) return request.headers
  const given = (name: string): boolean => (request.headers.get(name) ?? '') !== ''
  const [accessToken, ...more] = new URL(request.url).searchParams.getAll('accessToken')
  if (given(sessionHeaders.accessToken) || !given(sessionHeaders.token) || !given(sessionHeaders.userId))
    return request.headers
  if (accessToken === undefined || more.length > 0) return request.headers
  const headers = new Headers(request.headers)
  // A header can't carry everything that an address can.
  if (/^[\w-]+$/.test(accessToken)) headers.set(sessionHeaders.accessToken, accessToken)
  return headers
}

type Issue = { path: PropertyKey[]; message: string }
/** The first violated rule's own code, with all violations by field. */
const invalidInput = (issues: readonly Issue[], language: Language): Failure => {
  const t = instanceFor(language).t
  const fields = issues.slice(0, 50).map((issue) => {
    const code = isCode(issue.message) ? issue.message : 'A0422'
    return {
      field: issue.path.map(String).join('.'),
      code,
      message: failureText(t, code),
      ...(isCode(issue.message) ? {} : { reason: issue.message }),
    }
  })
  return fail(fields[0]?.code ?? 'A0422', {
    ...(fields[0] === undefined || fields[0].field === '' ? {} : { field: fields[0].field }),
    data: { fields },
  })
}

type Entered =
  | {
      ok: true
      line: Endpoint
      parameters: Record<string, string>
      caller: Caller
      refusal: Failure | null
      language: Language
    }
  | { ok: false; response: Response }

/** All checks before the body: the endpoint, the caller, access, and rate limits. */
const checkEntry = async (request: Request, context: PortalContext, asked: Language): Promise<Entered> => {
  const no = (failure: Failure, language: Language, headers: Record<string, string> = {}): Entered => ({
    ok: false,
    response: failureResponse(failure, language, headers),
  })
  const found = match(request.method, pathOf(new URL(request.url).pathname))
  if (found.found === 'nothing') return no(fail('A0404'), asked)
  if (found.found === 'path') {
    const allow = [...new Set(found.allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(
      ', ',
    )
    return no(fail('A0405'), asked, { allow })
  }
  const { endpoint: line, parameters } = found
  // A HEAD request must not cause a change.
  if (line.changes === true && request.method === 'HEAD') return no(fail('A0405'), asked, { allow: 'GET' })
  const visitor: Result<Caller> = ok({ kind: 'visitor' })
  const resolved =
    line.access.who === 'provider'
      ? visitor
      : await resolveCaller(
          callerHeaders(request, line),
          context,
          line.act !== false && !request.headers.has(backgroundHeader),
        )
  if (!resolved.ok && line.access.who !== 'anyone') return no(resolved, asked)
  const caller: Caller = resolved.ok ? resolved.value : { kind: 'visitor' }
  const language = languageFor(caller, asked)
  const allowed = mayCall(caller, line.access)
  if (!allowed.ok) return no(allowed, language)
  // Using an API token requires the service "api"; the provider's staff needs no service.
  if (caller.kind === 'user' && caller.via === 'token' && caller.role === 'customer') {
    const entitled = await checkEntitled({ userId: caller.userId }, 'api')
    if (!entitled.ok) return no(entitled, language)
  }
  if (line.changes === true && !isOwnGet(request.headers, caller)) return no(fail('A0403'), language)
  if (line.limit !== undefined) {
    const taken = await consumeFor(`${line.method} ${line.path}`, line.limit, limitKey(caller, context.address))
    if (!taken.ok) return no(tooMany(taken), language)
  }
  return { ok: true, line, parameters, caller, refusal: resolved.ok ? null : resolved, language }
}
/** Checked once per request, at the first call. */
const enter = (request: Request, context: PortalContext, asked: Language): Promise<Entered> => {
  const known = context.memo.get('api-entry') as Promise<Entered> | undefined
  if (known !== undefined) return known
  const entered = checkEntry(request, context, asked)
  context.memo.set('api-entry', entered)
  return entered
}

/**
 * Checks a request before its body is read. Returns a refusal if the body need not be read, otherwise its sender (an
 * account's id or a box's serial number; null if anonymous).
 */
export const checkSender = async (
  request: Request,
  context: PortalContext,
): Promise<{ ok: true; sender: string | null } | { ok: false; response: Response }> => {
  const entered = await enter(request, context, languageOf(request.headers))
  if (!entered.ok) return entered
  const { caller } = entered
  return {
    ok: true,
    sender: caller.kind === 'visitor' ? null : limitKey(caller, context.address),
  }
}

/** The client of an answer, as far as it is known by now: an account, a box, or an anonymous client's network. */
export const readerOf = async (context: PortalContext): Promise<string> => {
  const entered = await (context.memo.get('api-entry') as Promise<Entered> | undefined)
  const visitor = await (context.memo.get('caller') as Promise<Result<Caller>> | undefined)
  const caller = entered?.ok === true ? entered.caller : visitor?.ok === true ? visitor.value : null
  return caller === null || caller.kind === 'visitor' ? networkOf(context.address) : limitKey(caller, context.address)
}

const handle = async (request: Request, context: PortalContext, asked: Language): Promise<Response> => {
  const entered = await enter(request, context, asked)
  if (!entered.ok) return entered.response
  const { line, parameters, caller, refusal, language } = entered
  const brought = await readRequest(request, context, line, parameters)
  if (!brought.ok) return failureResponse(brought, language)
  const parsed = await line.input.safeParseAsync(brought.value.values)
  if (!parsed.success) return failureResponse(invalidInput(parsed.error.issues, language), language)
  const visit = makeVisit({
    headers: request.headers,
    address: context.address,
    origin: context.origin,
    caller,
    language: codeOf(language),
  })
  const answer = await callHandler(line, {
    input: parsed.data,
    caller,
    refusal,
    file: brought.value.file,
    stream: context.stream ?? Readable.from([]),
    headers: request.headers,
    isHead: request.method === 'HEAD',
    address: context.address,
    origin: context.origin,
    requestId: context.requestId,
    visit,
    language: codeOf(language),
  })
  return respond(request, answer, language)
}

const callHandler = async (line: Endpoint, call: Parameters<Endpoint['handler']>[0]): Promise<Answer<unknown>> => {
  const answer = await line.handler(call)
  return 'kind' in answer && answer.kind === 'data' && line.output !== 'file'
    ? { ...answer, data: pickAnswer(line.output, answer.data) }
    : answer
}

/**
 * Adds a tag to an answer that its caller may cache: its own, otherwise that of its exact bytes. A client that has it
 * gets 304.
 */
const withTag = async (request: Request, response: Response, own: string | undefined): Promise<Response> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const etag = own ?? makeEtag(bytes)
  const headers = new Headers(response.headers)
  headers.set('etag', etag)
  // Public answers have their own cache header.
  if (headers.get('cache-control') === 'no-store') headers.set('cache-control', 'private, no-cache')
  if (!matchesEtag(request.headers.get('if-none-match') ?? '', etag, 'weak'))
    return new Response(bytes, { status: response.status, headers })
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

/** Makes a download if its bytes are needed. */
const respondWithMade = async (request: Request, { make, ...file }: MadeAnswer): Promise<Result<Response>> => {
  const unmade = respondUnmade(request, file)
  if (unmade !== null) return ok(unmade)
  const made = await make()
  return made.ok ? ok(respondWithFile(request, { ...file, bytes: made.value })) : made
}

const respondWithBegun = async (
  request: Request,
  { begin, ...file }: FlowAnswer,
  language: Language,
): Promise<Response> => {
  if (request.method === 'HEAD') return respondWithFlowHead(file)
  const begun = await begin()
  return begun.ok ? respondWithFlow(file, begun.value) : failureResponse(begun, language)
}

const respond = async (request: Request, answer: Answer<unknown>, language: Language): Promise<Response> => {
  if (!('kind' in answer)) return failureResponse(answer, language)
  if (answer.kind === 'data') {
    const response = jsonResponse(
      answer.status ?? 200,
      { code: '0', message: String(instanceFor(language).t('errors:0')), data: answer.data ?? null },
      language,
      answer.headers,
    )
    return answer.tagged === true || answer.etag !== undefined ? withTag(request, response, answer.etag) : response
  }
  if (answer.kind === 'flow') return respondWithBegun(request, answer, language)
  const responded =
    answer.kind === 'made'
      ? await respondWithMade(request, answer)
      : ok(
          answer.kind === 'stream'
            ? respondWithStream(request, answer)
            : answer.kind === 'pieces'
              ? respondWithPieces(request, answer)
              : respondWithFile(request, answer),
        )
  if (!responded.ok) return failureResponse(responded, language)
  const response = responded.value
  if (response.status === 412) return failureResponse(fail('A0412'), language, { etag: answer.etag })
  if (response.status === 416)
    return failureResponse(fail('A0416'), language, {
      'content-range': response.headers.get('content-range') ?? '',
      'accept-ranges': 'bytes',
    })
  return response
}

/** How often the log reports a full disk: readiness has the alert, and otherwise each request would be a line. */
const fullSaidEveryMs = minuteMs
let fullSaidAt = -Infinity
const noteFull = (line: object): void => {
  if (Math.abs(nowMs() - fullSaidAt) < fullSaidEveryMs) return
  fullSaidAt = nowMs()
  log.warn(line, 'the disk is full: what must be stored is refused until there is room')
}

/** Answers a request to /api. Never throws. */
export const answerApi = async (request: Request, context: PortalContext): Promise<Response> => {
  const language = languageOf(request.headers)
  try {
    return await handle(request, context, language)
  } catch (error) {
    const line = {
      err: error,
      requestId: context.requestId,
      method: request.method,
      path: redactUrl(new URL(request.url).pathname),
    }
    if (isStorageFull(error)) {
      noteFull(line)
      return failureResponse(fail('A0503', { data: { retryAfterSeconds: fullRetrySeconds } }), language)
    }
    log.error(line, 'an endpoint failed')
    return failureResponse(fail('A0500', { data: { requestId: context.requestId } }), language)
  }
}
