/**
 * Handles a request to a page or to /api. A forbidden request is refused at once. The sender is identified before the
 * body is read, the body is read within its limits, then the page or the endpoint handles it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import { answerApi, checkSender, rawFileBytesOf, readerOf, streamedBytesOf } from '~/api/dispatch.server'
import { networkOf } from '~/platform/network.server'
import { randomBytes } from '~/platform/random.server'
import { findSender } from '~/request/caller.server'
import type { Upload } from '~/request/context'
import { withoutFormToken } from '~/request/form-token.server'
import { answerCode } from './answer'
import {
  announcedBytes,
  drain,
  formLimits,
  hasBody,
  hasUnreadBody,
  checkForm,
  limitSilence,
  makeLedger,
  readBody,
  readMultipart,
  strangerLimits,
  type BodyLedger,
  type DrainLimits,
} from './body'
import { closedPolicy } from './headers'
import { isOwnRequest } from './origin-check'
import type { Peer } from './peer'
import { makeRequest, sendResponse, type RemixHandler } from './remix-handler'
import { isFormWithFiles, takeForm, takeRefusedForm } from './upload-handler'

export type FrontLimits = DrainLimits & {
  /** A page's form. */
  formBytes: number
  /** A program's JSON. */
  jsonBytes: number
  /** A file, as a multipart part or as the whole body. */
  uploadBytes: number
  /** How much is read of an account's refused form; a browser without scripts sends all of it. */
  refusedFormBytes: number
  /** All bodies in memory together. */
  bodyMemoryBytes: number
  /** Time limit for sending a whole request, unless its body is written to the disk as it arrives. */
  requestTimeoutMs: number
}
/** A request on arrival. `freeTime` lifts the limit on its total time. */
export type Coming = {
  req: IncomingMessage
  res: ServerResponse
  peer: Peer
  path: string
  requestId: string
  freeTime: () => void
}
/** A request that may proceed. */
type Entered = Coming & {
  method: string
  /** The content type without parameters. */
  type: string
  isApi: boolean
  comesWithBody: boolean
  context: AppLoadContext
}

const pageMethods = new Set(['GET', 'HEAD', 'POST'])
const apiMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const plainForm = 'application/x-www-form-urlencoded'
/** Content types of bodies with fields, other than forms: on a page, and on /api. */
const pageTypes = new Set(['application/json', 'text/plain'])
const apiTypes = new Set(['application/json', 'application/jose'])

/**
 * The limits of a request's body. Known senders get those of its kind, anonymous ones what a form before a sign-in
 * needs.
 */
const limitsFor = (
  req: IncomingMessage,
  limits: FrontLimits,
  sender: string | null,
  peer: Peer,
): { ledger: BodyLedger; fields: number; atMost: (bytes: number) => number } => {
  const announced = announcedBytes(req)
  const smallBytes = Math.min(strangerLimits.bodyBytes, limits.formBytes)
  const small = sender === null || (announced !== null && announced <= smallBytes)
  const ledger = makeLedger({
    maxBytes: limits.bodyMemoryBytes,
    // Room for two files at once, as sent from two tabs.
    shareBytes: Math.max(limits.bodyMemoryBytes / 8, 2 * limits.uploadBytes),
    of: sender ?? networkOf(peer.address),
    small,
  })
  return {
    ledger,
    fields: sender === null ? strangerLimits.fields : formLimits.fields,
    atMost: (bytes) => (sender === null ? Math.min(bytes, smallBytes) : bytes),
  }
}

const refuseBody = (
  { req, res }: Coming,
  reason: 'too-large' | 'overloaded' | 'cut',
  limitBytes: number,
  limits: FrontLimits,
): void => {
  if (reason === 'cut') {
    res.destroy()
    return
  }
  if (reason === 'too-large') answerCode(req, res, 'A0413', { data: { limitBytes } })
  else answerCode(req, res, 'A0503', { headers: { 'retry-after': '2' } })
  drain(req, limits)
}

/** The request for code that does not read its body. */
const bodiless = ({ req, peer }: Coming): Request => makeRequest(req, peer, null, new AbortController().signal)

/** Checks method, origin and encoding; null if one of them was refused. */
const enter = (coming: Coming, limits: FrontLimits): Entered | null => {
  const { req, res, peer, path, requestId } = coming
  const method = req.method ?? 'GET'
  const isApi = path === '/api' || path.startsWith('/api/')
  const methods = isApi ? apiMethods : pageMethods
  const comesWithBody = method !== 'GET' && method !== 'HEAD' && hasBody(req)
  if (!methods.has(method)) answerCode(req, res, 'A0405', { headers: { allow: [...methods].join(', ') } })
  else if (!isOwnRequest({ method, path, address: req.url ?? '', headers: req.headers }, peer))
    answerCode(req, res, 'A0403')
  else if (comesWithBody && (req.headers['content-encoding'] ?? 'identity') !== 'identity')
    answerCode(req, res, 'A0415')
  else {
    if (req.url !== undefined) req.url = withoutFormToken(req.url)
    return {
      ...coming,
      method,
      isApi,
      comesWithBody,
      type: (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      context: {
        nonce: randomBytes(16).toString('base64'),
        requestId,
        address: peer.address,
        origin: peer.origin,
        upload: null,
        memo: new Map<string, Promise<unknown>>(),
      },
    }
  }
  drain(req, limits)
  return null
}

/** An endpoint that reads its body as it arrives checks its sender itself. An anonymous sender's body is not read. */
const answerStream = async (entered: Entered, limitBytes: number, limits: FrontLimits): Promise<void> => {
  const { req, res, peer, context } = entered
  if ((announcedBytes(req) ?? 0) > limitBytes) {
    refuseBody(entered, 'too-large', limitBytes, limits)
    return
  }
  limitSilence(req, limits.uploadIdleMs)
  const gone = new AbortController()
  const response = await answerApi(makeRequest(req, peer, null, gone.signal), {
    ...context,
    stream: hasBody(req) ? req : null,
  })
  if (res.destroyed) return
  if (hasUnreadBody(req)) res.setHeader('connection', 'close')
  await sendResponse(req, res, response, closedPolicy, { of: await readerOf(context) })
  drain(req, limits)
}

/** Returns the sender of the body: null if anonymous, undefined if an endpoint has refused and answered. */
const findBodySender = async (entered: Entered, limits: FrontLimits): Promise<string | null | undefined> => {
  const { req, res, context } = entered
  const head = bodiless(entered)
  if (!entered.isApi) {
    // A person whose session has just ended may still send a page's form.
    const userId = await findSender(head, context)
    return userId === null ? null : `user:${userId}`
  }
  const judged = await checkSender(head, context)
  if (judged.ok) return judged.sender
  if (hasUnreadBody(req)) res.setHeader('connection', 'close')
  await sendResponse(req, res, judged.response, closedPolicy, { of: await readerOf(context) })
  drain(req, limits)
  return undefined
}

/**
 * The result of reading a body. The request is answered, or continues with the bytes; a form's parts are in its
 * context.
 */
type Taken = { isAnswered: boolean; body: Buffer | null; cleanUp: (() => Promise<void>) | null }
const answered: Taken = { isAnswered: true, body: null, cleanUp: null }
const withoutBytes: Taken = { isAnswered: false, body: null, cleanUp: null }

/** Takes a form with files, which are written to the disk as they arrive. */
const takeFiles = async (entered: Entered, limits: FrontLimits): Promise<Taken> => {
  const { req, res, context } = entered
  entered.freeTime()
  const { cut, upload, cleanUp } = await takeForm(req, bodiless(entered), context, limits.refusedFormBytes)
  if (cut) res.destroy()
  else context.upload = upload
  return { isAnswered: cut, body: null, cleanUp }
}

type BodyLimits = ReturnType<typeof limitsFor>
/** Takes a multipart body with at most one file, held in memory. */
const takeParts = async (
  entered: Entered,
  sender: string | null,
  bodyLimits: BodyLimits,
  limits: FrontLimits,
): Promise<Taken> => {
  const limitBytes = bodyLimits.atMost(limits.uploadBytes)
  const read = await readMultipart(entered.req, limitBytes, bodyLimits.ledger, {
    fields: bodyLimits.fields,
    aroundBytes: sender === null ? 0 : 2 * formLimits.fieldBytes,
  })
  if (!read.ok) {
    refuseBody(entered, read.reason, limitBytes, limits)
    return answered
  }
  entered.context.upload = read.upload satisfies Upload
  return withoutBytes
}

/** Takes any other body as a whole. */
const takeBytes = async (entered: Entered, bodyLimits: BodyLimits, limits: FrontLimits): Promise<Taken> => {
  const { req, res, method, path, isApi, type } = entered
  // A raw file is accepted under any content type: curl calls every body a form, and a list may be sent as text.
  const rawBytes = isApi ? rawFileBytesOf(method, path) : null
  const maxBytes =
    rawBytes !== null
      ? Math.min(rawBytes, limits.uploadBytes)
      : !isApi || type === plainForm
        ? limits.formBytes
        : limits.jsonBytes
  const limitBytes = bodyLimits.atMost(maxBytes)
  if (rawBytes === null && type !== plainForm && !(isApi ? apiTypes : pageTypes).has(type)) {
    answerCode(req, res, 'A0415')
    drain(req, limits)
    return answered
  }
  const read = await readBody(req, limitBytes, bodyLimits.ledger)
  if (!read.ok) {
    refuseBody(entered, read.reason, limitBytes, limits)
    return answered
  }
  const judged = rawBytes === null && type === plainForm ? checkForm(read.bytes, bodyLimits.fields) : 'form'
  if (judged !== 'form') {
    if (judged === 'other') answerCode(req, res, 'A0415')
    else answerCode(req, res, 'A0413', { data: isApi ? { mostFields: bodyLimits.fields } : { limitBytes } })
    return answered
  }
  return { isAnswered: false, body: read.bytes, cleanUp: null }
}

const takeBody = (
  entered: Entered,
  sender: string | null,
  bodyLimits: BodyLimits,
  limits: FrontLimits,
): Promise<Taken> => {
  const { comesWithBody, method, type, path } = entered
  if (!comesWithBody) return Promise.resolve(withoutBytes)
  if (type !== 'multipart/form-data') return takeBytes(entered, bodyLimits, limits)
  return method === 'POST' && isFormWithFiles(path)
    ? takeFiles(entered, limits)
    : takeParts(entered, sender, bodyLimits, limits)
}

/**
 * Drains the rest of a form that a page has refused: an account's to its end unless it is huge, an anonymous sender's
 * within the small limits.
 */
const drainForm = async (entered: Entered, limits: FrontLimits): Promise<void> => {
  const { req, context, freeTime } = entered
  const isShort = (announcedBytes(req) ?? 0) <= limits.refusedFormBytes
  // Nothing is read until the sender of the form is known.
  const userId = isShort && hasUnreadBody(req) && !req.destroyed ? await findSender(bodiless(entered), context) : null
  const giveBack = userId === null ? null : takeRefusedForm(userId)
  if (giveBack !== null) freeTime()
  // The other half was for parsing it as a form.
  drain(req, limits, giveBack && { maxBytes: limits.refusedFormBytes / 2, giveBack })
}

/** Answers a request to a page or to /api. */
export const answerDynamic = async (coming: Coming, limits: FrontLimits, remixHandler: RemixHandler): Promise<void> => {
  const entered = enter(coming, limits)
  if (entered === null) return
  const { req, res, peer, path, context, method, isApi, comesWithBody, freeTime } = entered
  const streamedBytes = isApi ? streamedBytesOf(method, path) : null
  if (streamedBytes !== null) {
    freeTime()
    return answerStream(entered, streamedBytes, limits)
  }
  // No body is read before its sender is known and has access.
  let sender: string | null = null
  if (comesWithBody) {
    const found = await findBodySender(entered, limits)
    if (found === undefined) return
    sender = found
    limitSilence(req, limits.uploadIdleMs)
  }
  const bodyLimits = limitsFor(req, limits, sender, peer)
  let cleanUp: Taken['cleanUp'] = null
  try {
    const taken = await takeBody(entered, sender, bodyLimits, limits)
    cleanUp = taken.cleanUp
    if (taken.isAnswered) return
    if (hasUnreadBody(req)) res.setHeader('connection', 'close')
    await remixHandler(req, res, { peer, body: taken.body, context })
    await drainForm(entered, limits)
  } finally {
    bodyLimits.ledger.release()
    await cleanUp?.()
  }
}
