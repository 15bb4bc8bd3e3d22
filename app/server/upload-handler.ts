/**
 * Receives pages' forms with files: fields are collected, files are written to the disk as they arrive. An anonymous
 * sender's form is not read. If the session has ended, only the text is. The account's quota and the disk are checked
 * before the first file. Refused files are read and discarded, up to a bound: a browser shows no answer before it has
 * sent everything.
 */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { AppLoadContext } from '@remix-run/node'
import busboy from 'busboy'
import { fail, type Failure } from '~/errors/table'
import { cleanFileName, mayTakeForm, type StoredUpload } from '~/modules/attachment/attachment.server'
import {
  attachmentLimits,
  familyOfName,
  maxBytesOf,
  maxFilesOf,
  type AttachmentKind,
} from '~/modules/attachment/limits'
import { makeUploadActs } from '~/modules/session/session.server'
import { appendFile, beginFile, removeUnused } from '~/platform/files.server'
import { takeSlot } from '~/platform/limits.server'
import { findEndedCode, findUser } from '~/request/caller.server'
import type { Upload } from '~/request/context'
import { announcedBytes } from './body'

/** `cut`: the client disconnected. `cleanUp` removes what the page did not use. */
export type TakenForm = { cut: boolean; upload: Upload | null; cleanUp: () => Promise<void> }

/** Limits of such a form, apart from its files. */
const formLimits = {
  /** Room for a text, a category, a box and the ids of files that were uploaded before. */
  fields: 100,
  /** Two thousand characters of any script, with a margin. */
  fieldBytes: 65_536,
  fieldNameBytes: 100,
  headerPairs: 20,
  /** How much of refused files may be read and discarded without taking a place for refused forms. */
  discardedBytes: 33_554_432,
  /** Limits for the text before the files from a person whose session has ended: bytes and time. */
  typedBytes: 131_072,
  typedMs: 10_000,
} as const
const maxFormBytes =
  attachmentLimits.images * attachmentLimits.imageBytes +
  attachmentLimits.videos * attachmentLimits.videoBytes +
  formLimits.fields * formLimits.fieldBytes
const addresses = /^\/news\/feedback\/(?:new|[0-9a-z]{26})$/
/**
 * Takes a place for reading an account's refused form to its end. Returns a function that gives it back, or null if all
 * are taken.
 */
export const takeRefusedForm = (userId: string): (() => void) | null => {
  const own = takeSlot('refused-form', userId)
  const any = own === null ? null : takeSlot('refused-form-all')
  if (own === null || any === null) {
    own?.()
    return null
  }
  return () => {
    own()
    any()
  }
}

/** True for the pages whose forms contain files. */
export const isFormWithFiles = (path: string): boolean => addresses.test(path)

const isKind = (name: string): name is AttachmentKind => name === 'image' || name === 'video'

const refuse = (failure: Failure, fields: Map<string, string[]>): Upload => ({
  ok: false,
  code: failure.code,
  fields,
  ...(failure.field === undefined ? {} : { field: failure.field }),
  ...(failure.data === undefined ? {} : { data: failure.data }),
})

const tooLarge = (kind: AttachmentKind): Failure =>
  fail('A0413', { field: kind, data: { context: kind, limitBytes: maxBytesOf(kind) } })

/** A signed-in account's form while it is read: what has arrived, and what may still come. */
type Reading = {
  readonly userId: string
  /** The length of the whole body, if the client states it. */
  readonly announced: number | null
  readonly fields: Map<string, string[]>
  readonly refused: Failure[]
  readonly stored: StoredUpload[]
  /** Files on the disk, including incomplete ones. */
  readonly begun: string[]
  /** Whether refused data may be read to its end. */
  readonly isPatient: (received: number) => boolean
  received: number
  discarded: number
  /** The account's quota, checked at the first file. */
  allowed: Promise<Failure | null> | null
  done: boolean
  /** Ends the reading with a refusal of the whole form. */
  stop: (failure: Failure) => void
}

/** Discards a refused file, up to a limit, or to its end if a place is available. Records which file it was. */
const discard = (reading: Reading, stream: Readable, failure: Failure, name: string): void => {
  reading.refused.push({ ...failure, data: { ...failure.data, fileName: cleanFileName(name) } })
  stream.on('data', (chunk: Buffer) => {
    reading.discarded += chunk.length
    if (reading.discarded > formLimits.discardedBytes && !reading.isPatient(reading.received)) reading.stop(failure)
  })
  stream.resume()
}

/** Checked at the first file: a form without files uses no quota. */
const askQuota = async ({ userId, announced }: Reading): Promise<Failure | null> => {
  const may = await mayTakeForm(userId, Math.min(announced ?? attachmentLimits.videoBytes, maxFormBytes))
  return may.ok ? null : may
}

/** Why a file can't be part of the form; null if it can. */
const problemOf = ({ stored, announced, received }: Reading, kind: AttachmentKind, name: string): Failure | null => {
  if (familyOfName(kind, name) === null) return fail('A0415', { field: kind, data: { context: 'name' } })
  if (stored.filter((one) => one.field === kind).length >= maxFilesOf(kind))
    return fail('A0422', { field: kind, data: { context: `${kind}s`, limit: maxFilesOf(kind) } })
  // More data is announced than a whole form may have, so the video need not be written. Pictures before it are kept.
  return kind === 'video' && announced !== null && announced - received > maxFormBytes ? tooLarge(kind) : null
}

/** Writes a file of the form to the disk as it arrives. */
const keep = async (reading: Reading, kind: AttachmentKind, name: string, stream: Readable): Promise<void> => {
  if (reading.done) return
  reading.allowed ??= askQuota(reading)
  const refusal = await reading.allowed
  // The reading may have ended in the meantime.
  if (isDone(reading)) return
  if (refusal !== null) return reading.stop(refusal)
  const trouble = problemOf(reading, kind, name)
  if (trouble !== null) return discard(reading, stream, trouble, name)
  const limitBytes = maxBytesOf(kind)
  const noRoom = (): void =>
    reading.stop(fail('A0503', { field: kind, data: { context: 'disk', retryAfterSeconds: 600 } }))
  const file = await beginFile({ size: Math.min(limitBytes, reading.announced ?? limitBytes) })
  if (file !== null) reading.begun.push(file.id)
  if (isDone(reading)) return
  if (file === null) return noRoom()
  const appended = await appendFile(file.id, 0, stream, { maxBytes: limitBytes })
  if (appended.ok && appended.received > 0)
    reading.stored.push({ field: kind, fileId: file.id, name, size: appended.received })
  else if (appended.ok) discard(reading, stream, fail('A0415', { field: kind, data: { context: 'content' } }), name)
  else if (appended.reason === 'too-large') discard(reading, stream, tooLarge(kind), name)
  else if (appended.reason === 'no-room') noRoom()
}
const isDone = ({ done }: Reading): boolean => done

/** Null if the request's boundary can't be read. */
const makeParser = (req: IncomingMessage): busboy.Busboy | null => {
  const { fields, fieldBytes, fieldNameBytes, headerPairs } = formLimits
  const limits = { fields, fieldSize: fieldBytes, fieldNameSize: fieldNameBytes, parts: fields + 20, headerPairs }
  try {
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits })
  } catch {
    return null
  }
}

type Result = { cut: boolean; upload: Upload | null }
/**
 * Reads a signed-in account's form. It ends with the form, at a refusal that concerns all of it, or when the client
 * disconnects.
 */
const readForm = (
  req: IncomingMessage,
  noteAct: () => void,
  of: Pick<Reading, 'userId' | 'stored' | 'begun' | 'isPatient'>,
): Promise<Result> => {
  if (req.destroyed) return Promise.resolve({ cut: true, upload: null })
  const parser = makeParser(req)
  if (parser === null) return Promise.resolve({ cut: false, upload: { ok: false, code: 'A0400' } })
  const reading: Reading = {
    ...of,
    announced: announcedBytes(req),
    fields: new Map<string, string[]>(),
    refused: [],
    received: 0,
    discarded: 0,
    allowed: null,
    done: false,
    stop: (failure) => finish({ cut: false, upload: refuse(failure, reading.fields) }),
  }
  const { fields, refused, stored } = reading
  /** Short files are reported before earlier ones are written: each waits for its turn. */
  let files: Promise<void> = Promise.resolve()
  let settle: { resolve: (result: Result) => void; reject: (error: unknown) => void }
  const finish = (result: Result): void => {
    if (reading.done) return
    reading.done = true
    req.unpipe(parser)
    req.off('data', count)
    req.off('close', cut)
    req.off('error', cut)
    req.pause()
    // This may run inside one of the parser's own calls; files that are being written end with it.
    setImmediate(() => {
      parser.destroy()
      files.then(() => settle.resolve(result), settle.reject)
    })
  }
  // A complete request closes too, perhaps while its last file is still being written.
  const cut = (): void => {
    if (!req.complete) finish({ cut: true, upload: null })
  }
  const count = (chunk: Buffer): void => {
    reading.received += chunk.length
    noteAct()
    if (reading.received > maxFormBytes && !reading.isPatient(reading.received)) reading.stop(tooLarge('video'))
  }
  parser.on('field', (name, value, info) => {
    if (name === undefined || info.nameTruncated || info.valueTruncated)
      return reading.stop(fail(info.valueTruncated ? 'A0413' : 'A0400'))
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  parser.on('file', (name, stream, info) => {
    // An interrupted part destroys its stream with an error; only the parser's own error counts.
    stream.on('error', () => undefined)
    // The parser leaves a missing name undefined, contrary to its types.
    const fileName: string | undefined = info.filename
    if (!isKind(name) || (fileName ?? '') === '') {
      stream.resume()
      return
    }
    files = files.then(() => keep(reading, name, fileName ?? '', stream))
    files.catch((error: unknown) => {
      reading.done = true
      req.unpipe(parser)
      settle.reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
  for (const event of ['fieldsLimit', 'partsLimit'] as const) parser.on(event, () => reading.stop(fail('A0413')))
  parser.on('error', () => reading.stop(fail('A0400')))
  parser.on('close', () => {
    files.then(
      () => finish({ cut: false, upload: { ok: true, fields, file: null, stored, refused } }),
      () => undefined,
    )
  })
  return new Promise((resolve, reject) => {
    settle = { resolve, reject }
    req.on('data', count)
    req.on('close', cut)
    req.on('error', cut)
    req.pipe(parser)
  })
}

/** Reads the fields before the first file and no further: what was typed is kept for its author, who signs in again. */
const readTyped = (req: IncomingMessage): Promise<Upload | null> => {
  const fields = new Map<string, string[]>()
  const parser = makeParser(req)
  if (parser === null || req.destroyed) return Promise.resolve(null)
  return new Promise((resolve) => {
    let done = false
    let received = 0
    const finish = (): void => {
      if (done) return
      done = true
      clearTimeout(timer)
      req.unpipe(parser)
      req.off('data', count)
      req.off('close', cut)
      req.off('error', finish)
      req.pause()
      // This may run inside one of the parser's own calls.
      setImmediate(() => {
        parser.destroy()
        resolve({ ok: true, fields, file: null, stored: [] })
      })
    }
    const timer = setTimeout(finish, formLimits.typedMs)
    const cut = (): void => {
      if (!req.complete) finish()
    }
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (received > formLimits.typedBytes) finish()
    }
    parser.on('field', (name, value, info) => {
      if (name === undefined || info.nameTruncated || info.valueTruncated) return finish()
      fields.set(name, [...(fields.get(name) ?? []), value])
    })
    parser.on('file', (_, stream) => {
      stream.on('error', () => undefined)
      stream.resume()
      finish()
    })
    parser.on('error', finish)
    parser.on('close', finish)
    req.on('data', count)
    req.on('close', cut)
    req.on('error', finish)
    req.pipe(parser)
  })
}

/**
 * Receives a form for a page. A visitor's form is left unread: the page redirects its sender to sign in. `request` is
 * the same request without its body, with which the page is called too. Of a form with refused files half of
 * `maxBytes` are read, as the rest may be drained after the answer; of one that is longer in all, nothing more.
 */
export const takeForm = async (
  req: IncomingMessage,
  request: Request,
  context: AppLoadContext,
  maxBytes: number,
): Promise<TakenForm> => {
  const user = await findUser(request, context)
  const nothing = (upload: Upload | null): TakenForm => ({ cut: false, upload, cleanUp: () => Promise.resolve() })
  if (user === null) return nothing((await findEndedCode(request, context)) === null ? null : await readTyped(req))
  const leave = takeSlot('form-with-files', user.userId)
  if (leave === null) return nothing({ ok: false, code: 'A0503', data: { retryAfterSeconds: 10 } })
  const stored: StoredUpload[] = []
  const begun: string[] = []
  const cleanUp = (): Promise<void> => removeUnused(begun)
  const places: (() => void)[] = []
  const isPatient = (received: number): boolean => {
    if (received > maxBytes / 2 || (announcedBytes(req) ?? 0) > maxBytes) return false
    const giveBack = places.length > 0 ? null : takeRefusedForm(user.userId)
    if (giveBack !== null) places.push(giveBack)
    return places.length > 0
  }
  try {
    const noteAct = makeUploadActs(user.userId, user.sessionId)
    const { cut, upload } = await readForm(req, noteAct, { userId: user.userId, stored, begun, isPatient })
    return { cut, upload, cleanUp }
  } catch (error) {
    await cleanUp()
    throw error
  } finally {
    leave()
    // Draining the rest of the form takes a place again.
    for (const giveBack of places) giveBack()
  }
}
