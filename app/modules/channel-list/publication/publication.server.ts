/**
 * Publishing System and VNO lists: which of a list's versions boxes and customers get. Every action is one transaction
 * along an edge of publication.states.ts; boxes get its result from the moment it is answered.
 */
import type { z } from 'zod'
import { recordActBy } from '~/modules/audit/audit.server'
import { flushDeviceFacts } from '~/modules/device/device.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { limits } from '~/engine/types'
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { makeId, makeToken, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { listChanged } from '../storage/changed.server'
import { dropChoices, returnChoices } from '../sharing/choices.server'
import { countsOnRow } from '../storage/commit.server'
import { writeRevision } from '../files/export.server'
import { importBytes } from '../files/import.server'
import { workOn } from '../engine/heavy.server'
import { publicationsKept } from '../limits'
import { allPercent, type Percent } from './publication.schema'
import {
  publicationAfter,
  publicationStateOf,
  type PublicationEvent,
  type PublicationState,
} from './publication.states'
import { prepareShown } from '../storage/shown.server'
import type { StageAim } from './stage.schema'
import { getSource } from '../storage/source.server'
import {
  audienceOf,
  findChangeable,
  findState,
  formatForBox,
  keyOf,
  listSelect,
  type ListRow,
} from '../storage/store.server'
import { packTitles, parseTitles, type ListTitles, type TitleLanguage } from '../title.schema'
import type { Actor } from '../types'
import type { publicationsOutput } from '../view.schema'

/**
 * The actions. `percent` 100: all boxes. `revision`: a version that is still kept. With an aim it goes to some or all
 * of these boxes only, and stays a stage. `opensAt`: the next stage opens by itself once this percentage of the stage's
 * boxes report that they use the version. `sha256`: the digest of the version's file, as its approver has seen it.
 */
type Publish = {
  act: 'publish'
  revision: number
  percent: Percent
  sha256?: string | undefined
  opensAt?: number | null | undefined
} & { [Name in keyof StageAim]?: StageAim[Name] | undefined }
export type Publishing =
  | Publish
  | { act: 'widen'; percent: Percent }
  | { act: 'pause' | 'resume' | 'withdraw' | 'roll-back' | 'unpublish' }
/**
 * An action as it is asked for. `revision`: the newest version by default; `seen`: the `seq` that the person saw;
 * `why`: kept in the audit log.
 */
export type PublishingInput = (
  | Exclude<Publishing, Publish>
  | (Omit<Publish, 'revision'> & { revision?: number | undefined })
) & { seen?: number | undefined; why?: string | undefined; batch?: string | undefined }

/** `history`: the last publications, newest first. */
export type ListPublications = Omit<z.output<typeof publicationsOutput>, 'id' | 'allowed' | 'taken' | 'version'>

const eventOf = (input: Publishing): PublicationEvent => {
  if (input.act === 'publish')
    return input.percent === allPercent && (input.models ?? input.softwareFrom) == null ? 'publish' : 'stage'
  if (input.act === 'widen') return input.percent === allPercent ? 'finish' : 'widen'
  return input.act
}

type Blocked = 'paused' | 'running' | 'unstaged' | 'none'
type Refusal = Blocked | 'stage' | 'moved' | 'earlier' | 'same' | 'empty' | 'over' | 'digest' | 'unread'
/** A0409 with its own message. */
const refuse = (refusal: Refusal): Failure => fail('A0409', { data: { context: `publication-${refusal}` } })

/** Why a state doesn't allow an action that publishes no version. */
const blockedBy: Readonly<Record<PublicationState, Blocked>> = {
  draft: 'none',
  out: 'unstaged',
  ...{ 'first-stage': 'running', staged: 'running' },
  ...{ 'first-paused': 'paused', paused: 'paused' },
}

/**
 * A version that may be published: its counts, and the file that boxes get (in the list's own format, with its names as
 * they are) with the SHA-256 whose signature they check. A0422 if it is not kept, A0409 if boxes can't use it.
 */
const readVersion = async (actor: Actor, list: { id: string; name: string }, number: number) => {
  const revision = await findState(list.id, number)
  if (revision === null) return fail('A0422', { field: 'revision' })
  const source = await getSource(revision.sourceId)
  const stored = { key: keyOf(revision), source: source.bytes, state: revision.state }
  const read = await workOn(actor.userId, 'readFacts', { stored, withProblems: true })
  if (!read.ok) return read
  const { facts, problems } = read.value
  if (facts.channels === 0) return refuse('empty')
  if (facts.channels > limits.channelsPerList) return refuse('over')
  const { errors = 0, warnings = 0, ...counts } = countsOnRow({ facts, problems, source })
  const file = await writeRevision(actor.userId, list, revision, formatForBox(counts.dialect))
  if (!file.ok) return file
  const { bytes } = file.value
  return ok({ facts: { ...counts, errors, warnings }, sha256: sha256(bytes), bytes })
}
type Version = Extract<Awaited<ReturnType<typeof readVersion>>, { ok: true }>['value']

/** The version to publish: the one that was approved, in a file that a box can read. */
const readApproved = async (
  actor: Actor,
  list: { id: string; name: string },
  { revision, sha256: approved }: Publish,
): Promise<Result<Version>> => {
  const read = await readVersion(actor, list, revision)
  if (!read.ok) return read
  const { bytes, sha256: id } = read.value
  if (approved !== undefined && approved !== id) return refuse('digest')
  const asBox = await importBytes(actor.userId, { id, bytes, origin: null }, { whole: true })
  if (asBox.ok) return read
  return asBox.code === 'C1112' || asBox.code === 'Q2205' ? refuse('unread') : asBox
}

/** Ends a publication. Nobody reads its state any more, which can be made again from the revision. */
const end = async (tx: Transaction, id: string, state: string): Promise<void> => {
  const forgotten = { shownSourceId: null, shown: null, codec: null, size: null, logos: null }
  await tx.listPublication.update({ where: { id }, data: { state, endedAt: now(), ...forgotten } })
}

/** Ends a list's stage, if it has one, because the list is deleted or the version fails on its boxes. */
export const endStage = async (
  tx: Transaction,
  listId: string,
  state: 'withdrawn' | 'failed' = 'withdrawn',
): Promise<void> => {
  const row = await tx.channelList.findUnique({ where: { id: listId }, select: { stagedId: true, publishSeq: true } })
  if (row === null || row.stagedId === null) return
  await tx.channelList.update({ where: { id: listId }, data: { stagedId: null, publishSeq: row.publishSeq + 1 } })
  await end(tx, row.stagedId, state)
}

/** The publication that a roll-back leads to, if its version is still kept. */
const findEarlier = async (
  tx: Pick<Transaction, 'listPublication' | 'listRevision'>,
  { published }: Pick<ListRow, 'published'>,
): Promise<{ id: string; revision: number } | null> => {
  if (published === null || published.beforeId === null) return null
  const before = await tx.listPublication.findUnique({ where: { id: published.beforeId } })
  if (before === null) return null
  const { listId, revision: number } = before
  return (await tx.listRevision.count({ where: { listId, number } })) === 0 ? null : before
}

/** Who acts, and why. */
type Author = Pick<Actor, 'userId' | 'userName'> & { why: string | null }
/** The publications that everybody and that a stage have from now on; `detail` for the audit log. */
type Done = { publishedId: string | null; stagedId: string | null; detail: string }

/** From now on everybody has this publication; `before` is what a roll-back leads to. */
const putOut = async (tx: Transaction, id: string, before: string | null): Promise<void> => {
  if (before !== null) await end(tx, before, 'past')
  await tx.listPublication.update({
    where: { id },
    data: {
      ...{ state: 'out', percent: allPercent, models: null, softwareFrom: null, opensAt: null },
      ...{ beforeId: before, outAt: now(), endedAt: null },
    },
  })
}

/** Publishes a version to all boxes, or to those of a stage. */
const giveVersion = async (
  tx: Transaction,
  author: Author,
  { id: listId, published }: ListRow,
  input: Publish,
  version: Version | null,
): Promise<Result<Done>> => {
  if (version === null) throw new Error('a version is published that nobody has read')
  const { revision, percent, models = null, softwareFrom = null, opensAt = null } = input
  if (published?.revision === revision) return refuse('same')
  if (models !== null && (await tx.boxModel.count({ where: { name: { in: [...models] } } })) !== models.length)
    return fail('A0422', { field: 'models' })
  if ((await tx.listRevision.count({ where: { listId, number: revision } })) === 0)
    return fail('A0422', { field: 'revision' })
  const last = await tx.listPublication.findFirst({ where: { listId }, orderBy: { number: 'desc' } })
  const { id } = await tx.listPublication.create({
    data: {
      ...{ id: makeId(), listId, number: (last?.number ?? 0) + 1, state: 'staged', salt: makeToken() },
      ...{ revision, percent, softwareFrom, opensAt, models: models === null ? null : JSON.stringify(models) },
      ...version.facts,
      ...{ authorId: author.userId, authorName: author.userName, createdAt: now() },
    },
  })
  const detail = [
    `version ${revision} to ${percent} %`,
    ...(models === null ? [] : [`of ${models.join(', ')}`]),
    ...(softwareFrom === null ? [] : [`with software ${softwareFrom} or newer`]),
    ...(opensAt === null ? [] : [`the next stage at ${opensAt} %`]),
    `sha-256 ${version.sha256}`,
  ].join(' ')
  const publishedId = published?.id ?? null
  if (eventOf(input) === 'stage') return ok({ publishedId, stagedId: id, detail })
  await putOut(tx, id, publishedId)
  return ok({ publishedId: id, stagedId: null, detail })
}

/** Changes a stage: it is widened, paused or resumed. */
const changeStage = async (
  tx: Transaction,
  { published, staged }: ListRow,
  input: Exclude<Publishing, Publish>,
): Promise<Result<Done>> => {
  if (staged === null) return refuse('unstaged')
  const publishedId = published?.id ?? null
  const kept = { publishedId, stagedId: staged.id }
  const { id } = staged
  if (input.act === 'widen') {
    const { percent } = input
    if (percent <= staged.percent && percent !== allPercent) return fail('A0422', { field: 'percent' })
    const detail = `version ${staged.revision} to ${percent} %`
    if (percent === allPercent) {
      await putOut(tx, id, publishedId)
      return ok({ publishedId: id, stagedId: null, detail })
    }
    await tx.listPublication.update({ where: { id }, data: { percent } })
    return ok({ ...kept, detail })
  }
  const pausedAt = input.act === 'pause' ? now() : null
  await tx.listPublication.update({ where: { id }, data: { pausedAt } })
  return ok({ ...kept, detail: pausedAt === null ? 'the stage goes on' : 'no further box gets it' })
}

const applyAction = async (
  tx: Transaction,
  author: Author,
  row: ListRow,
  input: Publishing,
  version: Version | null,
): Promise<Result<Done>> => {
  if (input.act === 'publish') return giveVersion(tx, author, row, input, version)
  if (input.act === 'widen' || input.act === 'pause' || input.act === 'resume') return changeStage(tx, row, input)
  const publishedId = row.published?.id ?? null
  if (row.staged !== null) await end(tx, row.staged.id, 'withdrawn')
  if (input.act === 'unpublish') {
    if (publishedId !== null) await end(tx, publishedId, 'unpublished')
    return ok({ publishedId: null, stagedId: null, detail: 'nobody has it' })
  }
  const earlier = input.act === 'roll-back' ? await findEarlier(tx, row) : null
  if (earlier === null || publishedId === null) {
    // A roll-back always ends a stage, whether or not an earlier publication exists: people in trouble want it gone.
    return row.staged === null ? refuse('earlier') : ok({ publishedId, stagedId: null, detail: 'the stage ends' })
  }
  await end(tx, publishedId, 'rolled-back')
  await tx.listPublication.update({ where: { id: earlier.id }, data: { state: 'out', outAt: now(), endedAt: null } })
  return ok({ publishedId: earlier.id, stagedId: null, detail: `back to version ${earlier.revision}` })
}

const actionOf: Record<PublicationEvent, string> = {
  stage: 'list.stage',
  publish: 'list.publish',
  widen: 'list.widen',
  finish: 'list.publish',
  pause: 'list.stage-pause',
  resume: 'list.stage-resume',
  withdraw: 'list.stage-withdraw',
  'roll-back': 'list.roll-back',
  unpublish: 'list.unpublish',
  delete: 'list.withdraw',
}

/** A published list that the actor may publish; nobody can publish a User list. C1101, C1108. */
const findPublishable = async (actor: Actor, id: string): Promise<Result<ListRow>> => {
  const found = await findChangeable(actor, id)
  return found.ok && found.value.kind === 'user' ? fail('C1108') : found
}

/**
 * Changes a publication along an edge of the table. `prepare`: the publication that everybody has from now on. `seen`:
 * the `seq` on which the decision was based; A0409 if it has changed.
 */
export const change = async (
  tx: Transaction,
  by: Author,
  id: string,
  { publishing, seen, version }: { publishing: Publishing; seen: number; version: Version | null },
): Promise<Result<{ prepare: string | null }>> => {
  // Written first, so that the second of two simultaneous actions reads the result of the first.
  const { count } = await tx.channelList.updateMany({
    where: { id, deletedAt: null },
    data: { publishSeq: { increment: 1 } },
  })
  const row = await tx.channelList.findUnique({ where: { id }, select: listSelect })
  if (count === 0 || row === null) return fail('C1101')
  if (seen !== row.publishSeq - 1) return refuse('moved')
  const state = publicationStateOf(row)
  const event = eventOf(publishing)
  if (publicationAfter(state, event) === null) return refuse(publishing.act === 'publish' ? 'stage' : blockedBy[state])
  const applied = await applyAction(tx, by, row, publishing, version)
  if (!applied.ok) return applied
  const { publishedId, stagedId, detail } = applied.value
  await tx.channelList.update({ where: { id }, data: { publishedId, stagedId } })
  const isSeen = publishedId !== null || stagedId !== null
  if (!isSeen) await dropChoices(tx, id)
  else if (publishedId !== null && row.published === null) await returnChoices(tx, id, audienceOf(row))
  await recordActBy(by, { action: actionOf[event], subject: id, detail }, tx)
  listChanged.notifyAfter(tx, { listId: id })
  return ok({ prepare: publishedId === row.published?.id ? null : publishedId })
}

/**
 * Publishes a version of a list, to all boxes or a part of them, or changes what is published; once per `batch`. C1101,
 * C1108. A0422: a version that is not kept (field `revision`), or a stage that would not be wider (field `percent`).
 * A0409 (`data.context`): publication-moved (somebody else was first, since `seen` or, without it, since the action
 * began), -stage (a stage must end first), -paused (it must be resumed first), -running (it is not paused), -unstaged
 * (there is no stage), -none (nothing is published), -earlier (nothing was published before), -same (everybody has this
 * version), -digest (the version is not the one that was approved), -empty, -over and -unread (no channels, more than
 * 2000, a file that boxes couldn't read). I1009 or A0503 when work on a long list has to wait.
 */
export const publishList = async (actor: Actor, id: string, input: PublishingInput): Promise<Result<null>> => {
  const found = await findPublishable(actor, id)
  if (!found.ok) return found
  const { seen = found.value.publishSeq, why = '', batch, ...asked } = input
  const publishing = asked.act === 'publish' ? { ...asked, revision: asked.revision ?? found.value.revision } : asked
  const by = { ...actor, why: why === '' ? null : why }
  // Refused before the version is read, if possible.
  const named = { owner: actor.userId, purpose: `list.publication ${id}`, key: batch, asked: publishing }
  // Boxes are answered from memory, so write down who has the version before the stage is paused.
  if (publishing.act === 'pause') await flushDeviceFacts()
  const done = await once<{ prepare: string | null }, Failure>(named, async (commit) => {
    const read = publishing.act === 'publish' ? await readApproved(actor, found.value, publishing) : ok(null)
    return read.ok ? commit((tx) => change(tx, by, id, { publishing, seen, version: read.value })) : read
  })
  if (!done.ok) return done
  // What customers read is made now, so that none of them has to wait.
  if (done.isNew && done.value.prepare !== null) await prepareShown(actor.userId, id, done.value.prepare)
  return ok(null)
}

/** A version for approval; the newest one without `number`. C1101, C1108, A0422, A0409, I1009, A0503. */
export const findVersion = async (
  actor: Actor,
  id: string,
  number: number | null,
): Promise<Result<{ revision: number; channels: number; sha256: string }>> => {
  const found = await findPublishable(actor, id)
  if (!found.ok) return found
  const revision = number ?? found.value.revision
  const read = await readVersion(actor, found.value, revision)
  return read.ok ? ok({ revision, channels: read.value.facts.channels, sha256: read.value.sha256 }) : read
}

const publicationSelect = {
  id: true,
  number: true,
  revision: true,
  state: true,
  percent: true,
  models: true,
  softwareFrom: true,
  opensAt: true,
  pausedAt: true,
  channels: true,
  authorName: true,
  createdAt: true,
  outAt: true,
  endedAt: true,
} as const

/** A list's publication and its history. C1101, C1108. */
export const findPublications = async (actor: Actor, id: string): Promise<Result<ListPublications>> => {
  const found = await findPublishable(actor, id)
  if (!found.ok) return found
  const { published, staged, publishSeq: seq, titles, revision, channels } = found.value
  const select = publicationSelect
  const newest = await db.listPublication.findMany({
    ...{ where: { listId: id }, orderBy: { number: 'desc' }, take: publicationsKept, select },
  })
  // After many roll-backs, the published version may be older than all that the history shows.
  const isShown = published === null || newest.some((one) => one.id === published.id)
  const older = isShown ? [] : await db.listPublication.findMany({ where: { id: published.id }, select })
  const history = [...newest, ...older].map(({ models, authorName: author, ...one }) => ({
    ...{ ...one, author, models: models === null ? null : (JSON.parse(models) as string[]) },
  }))
  const find = (given: { id: string } | null) => history.find((one) => one.id === given?.id) ?? null
  return ok({
    ...{ state: publicationStateOf(found.value), seq, revision, channels, titles: parseTitles(titles), history },
    ...{ published: find(published), staged: find(staged) },
    earlier: (await findEarlier(db, found.value))?.revision ?? null,
  })
}

/**
 * Sets the names of a System or VNO list by language, for everybody at once, like a renaming. An empty name removes
 * that language's name; omitted ones stay. C1110: a name is invalid (field: its language). C1101, C1108.
 */
export const setTitles = async (
  actor: Actor,
  id: string,
  raw: Readonly<Partial<Record<TitleLanguage, string>>>,
): Promise<Result<ListTitles>> => {
  const found = await findPublishable(actor, id)
  if (!found.ok) return found
  const [first] = packTitles(raw).odd
  if (first !== undefined) return fail('C1110', { field: first })
  return transact(async (tx): Promise<Result<ListTitles>> => {
    const before = await tx.channelList.findUnique({ where: { id }, select: { titles: true } })
    const { text } = packTitles({ ...parseTitles(before?.titles ?? null), ...raw })
    const { count } = await tx.channelList.updateMany({ where: { id, deletedAt: null }, data: { titles: text } })
    if (count === 0) return fail('C1101')
    listChanged.notifyAfter(tx, { listId: id })
    return ok(parseTitles(text))
  })
}
