/**
 * Uploads that could not become a list as they are (too many channels, a taken name, no room): the bytes are kept for
 * an hour until their owner decides, so that no file has to be sent twice and nothing is discarded without asking.
 */
import { codes, fail, ok, type Code, type Failure, type Result } from '~/errors/table'
import { createList, getList, type Making } from '~/modules/channel-list/channel-list.server'
import type { Actor, KeepCounts, ListDetails } from '~/modules/channel-list/types'
import { hourMs, inMs, now } from '~/platform/clock.server'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { digestOf, makeId } from '~/platform/random.server'
import { encodings, type Encoding } from '~/engine/types'

/** How long a file is kept: long enough to delete another list or to think, short enough not to become storage. */
const heldForMs = hourMs
/** How many of an account's files are kept; older ones make way (16 MiB each before compression). */
const heldPerAccount = 3

/** The refusals that the owner's decision can resolve; with any other the file itself is unusable. */
const mendable: readonly Code[] = ['Q2202', 'C1111', 'C1125', 'C1110', 'C1202']
export const isMendable = (failure: Failure): boolean => mendable.includes(failure.code)

export type HeldUpload = {
  id: string
  fileName: string | null
  name: string
  size: number
  encoding: Encoding | null
  expiresAt: Date
  /** Why it was not stored. */
  failure: Failure
  /** What could be kept, where the list is over the limit. */
  counts: KeepCounts | null
}

const shown = {
  id: true,
  fileName: true,
  name: true,
  size: true,
  encoding: true,
  expiresAt: true,
  failureCode: true,
  failureData: true,
} as const
type Row = Prisma.HeldUploadGetPayload<{ select: typeof shown }>

const codeOf = (text: string): Code => (Object.hasOwn(codes, text) ? (text as Code) : 'A0500')
const encodingOf = (text: string | null): Encoding | null => encodings.find((encoding) => encoding === text) ?? null

const isCounts = (data: object | undefined): data is KeepCounts =>
  data !== undefined && 'channels' in data && 'satellites' in data && 'limit' in data

const heldOf = (row: Row): HeldUpload => {
  const code = codeOf(row.failureCode)
  const data = row.failureData === null ? undefined : (JSON.parse(row.failureData) as Record<string, unknown>)
  return {
    id: row.id,
    fileName: row.fileName,
    name: row.name,
    size: row.size,
    encoding: encodingOf(row.encoding),
    expiresAt: row.expiresAt,
    failure: fail(code, data === undefined ? {} : { data }),
    counts: isCounts(data) ? data : null,
  }
}

export type Upload = {
  bytes: Uint8Array
  fileName: string | null
  name: string
  /** The name as it was typed, where `name` is the portal's choice. */
  typedName?: string
  encoding: Encoding | null
  /** The client's own id of this upload, which makes a repetition harmless. */
  batch?: string | undefined
}

const kindOf = (actor: Actor): 'system' | 'vno' | 'user' =>
  actor.role === 'administrator' ? 'system' : actor.role === 'vno' ? 'vno' : 'user'

const store = (actor: Actor, upload: Upload, keep: readonly string[], making: Making): Promise<Result<ListDetails>> =>
  createList(
    actor,
    {
      name: upload.name,
      kind: kindOf(actor),
      vnoId: kindOf(actor) === 'vno' ? actor.vnoId : null,
      bytes: upload.bytes,
      fileName: upload.fileName,
      batch: upload.batch,
      ...(upload.encoding ? { encoding: upload.encoding } : {}),
      ...(keep.length > 0 ? { keep } : {}),
    },
    making,
  )

/** Keeps a file for its owner's decision. Under the same `batch` it is kept once, and its id is returned again. */
const hold = async (
  actor: Actor,
  upload: Upload,
  why: Failure,
  batch: string | undefined,
): Promise<Result<{ id: string }>> => {
  const asked = { file: await digestOf(upload.bytes), name: upload.typedName ?? upload.name, encoding: upload.encoding }
  const named = { owner: actor.userId, purpose: 'upload.hold', key: batch, asked, livesMs: heldForMs }
  const held = await once<{ id: string }, Failure>(named, async (commit) => {
    const packed = await packBytes(upload.bytes)
    return commit(async (tx): Promise<Result<{ id: string }>> => {
      const id = makeId()
      await tx.heldUpload.deleteMany({ where: { expiresAt: { lt: now() } } })
      const older = await tx.heldUpload.findMany({
        where: { ownerId: actor.userId },
        orderBy: { createdAt: 'desc' },
        skip: heldPerAccount - 1,
        select: { id: true },
      })
      await tx.heldUpload.deleteMany({ where: { id: { in: older.map((row) => row.id) } } })
      await tx.heldUpload.create({
        data: {
          id,
          ownerId: actor.userId,
          bytes: packed.bytes,
          codec: packed.codec,
          size: upload.bytes.length,
          fileName: upload.fileName,
          name: upload.name,
          encoding: upload.encoding,
          failureCode: why.code,
          failureData: why.data === undefined ? null : JSON.stringify(why.data),
          createdAt: now(),
          expiresAt: inMs(heldForMs),
        },
      })
      return ok({ id })
    })
  })
  // It was decided on, discarded or displaced since: a person who sends it now wants to decide again.
  return held.ok && !held.isNew && (await findHeldUpload(actor.userId, held.value.id)) === null
    ? hold(actor, upload, why, undefined)
    : held
}

/**
 * Stores an upload as a list of the actor's kind. An upload that only needs a decision is kept, and `held` is its id.
 */
export const acceptUpload = async (
  actor: Actor,
  upload: Upload,
): Promise<Result<ListDetails> | (Failure & { held: string })> => {
  const made = await store(actor, upload, [], { typedName: upload.typedName })
  if (made.ok || !isMendable(made)) return made
  const held = await hold(actor, upload, made, upload.batch)
  return held.ok ? { ...made, held: held.value.id } : held
}

/** A kept file of this account; null when it is another's, gone or expired. */
export const findHeldUpload = async (ownerId: string, id: string): Promise<HeldUpload | null> => {
  const row = await db.heldUpload.findFirst({ where: { id, ownerId, expiresAt: { gte: now() } }, select: shown })
  return row && heldOf(row)
}

/** This account's kept files, newest first. */
export const listHeldUploads = async (ownerId: string): Promise<HeldUpload[]> =>
  (
    await db.heldUpload.findMany({
      where: { ownerId, expiresAt: { gte: now() } },
      orderBy: { createdAt: 'desc' },
      select: shown,
    })
  ).map(heldOf)

/**
 * Stores a kept file with the owner's decision; a new refusal replaces the first. The same decision sent again gets the
 * list that it made; A0409 for another one, A0404 when the file is no longer there.
 */
export const acceptHeldUpload = async (
  actor: Actor,
  id: string,
  decision: { name: string; keep: readonly string[] },
): Promise<Result<ListDetails>> => {
  const named = { owner: actor.userId, purpose: 'upload.accept', key: id, asked: decision, livesMs: heldForMs }
  const accepted = await once<{ id: string }, Failure>(named, async (commit) => {
    const row = await db.heldUpload.findFirst({ where: { id, ownerId: actor.userId, expiresAt: { gte: now() } } })
    if (row === null) return fail('A0404', { data: { context: 'upload' } })
    const upload = {
      bytes: await unpackBytes(row, row.size),
      fileName: row.fileName,
      name: decision.name,
      encoding: encodingOf(row.encoding),
    }
    const also = (tx: Transaction) => tx.heldUpload.deleteMany({ where: { id, ownerId: actor.userId } })
    const made = await store(actor, upload, decision.keep, { commit, also })
    if (made.ok) return ok({ id: made.value.id })
    if (isMendable(made)) {
      // The counts of a list over the limit stay stored while another question is open, or the choice would disappear
      // when a name is taken.
      const data = isCounts(made.data) ? { failureData: JSON.stringify(made.data) } : {}
      await db.heldUpload.updateMany({
        where: { id, ownerId: actor.userId },
        data: { name: decision.name, failureCode: made.code, ...data },
      })
    }
    return made
  })
  return accepted.ok ? getList(actor, accepted.value.id) : accepted
}

/** Discards a kept file. */
export const dropHeldUpload = async (ownerId: string, id: string): Promise<void> => {
  await db.heldUpload.deleteMany({ where: { id, ownerId } })
}
