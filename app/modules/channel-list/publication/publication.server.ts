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
import { audienceOf, findChangeable, findState, formatForBox, keyOf, type ListRow } from '../storage/store.server'
import { packTitles, parseTitles, type ListTitles, type TitleLanguage } from '../title.schema'
import type { Actor } from '../types'
import type { publicationOutput, publicationsOutput } from '../view.schema'

/**
 * The actions. `percent` 100: all boxes. `revision`: a version that is still kept. With an aim it goes to some or all
 * of these boxes only, and stays a stage. `opensAt`: the next stage opens by itself once this percentage of the stage's
 * boxes report that they use the version. `sha256`: the digest of the version's file, as its approver has seen it.
 */
export type Publishing =
  | ({
      act: 'publish'
      revision: number
      percent: Percent
      sha256?: string
      opensAt?: number | null
    } & Partial<StageAim>)
  | { act: 'widen'; percent: Percent }
  | { act: 'pause' | 'resume' | 'withdraw' | 'roll-back' | 'unpublish' }
/** `seen`: the `seq` that the person saw; `why`: kept in the audit log. */
export type PublishingInput = Publishing & {
  seen?: number | undefined
  why?: string | undefined
  batch?: string | undefined
}

/** A version that was given to boxes. `state` and `percent` as in the schema. */
export type Publication = z.output<typeof publicationOutput>
/** `history`: the last publications, newest first. */
export type ListPublications = Omit<z.output<typeof publicationsOutput>, 'id' | 'allowed' | 'taken' | 'version'>

const isAimed = ({ models = null, softwareFrom = null }: Partial<StageAim>): boolean =>
  models !== null || softwareFrom !== null
const eventOf = (input: Publishing): PublicationEvent => {
  if (input.act === 'publish') return input.percent === allPercent && !isAimed(input) ? 'publish' : 'stage'
  if (input.act === 'widen') return input.percent === allPercent ? 'finish' : 'widen'
  return input.act
}

type Blocked = 'stage' | 'paused' | 'running' | 'unstaged' | 'none'
type Refusal = Blocked | 'moved' | 'earlier' | 'same' | 'empty' | 'over' | 'digest' | 'unread'
/** A0409 with its own message. */
const refuse = (refusal: Refusal): Failure => fail('A0409', { data: { context: `publication-${refusal}` } })

/** Why a state doesn't allow an action that publishes no version. */
const blockedBy: Readonly<Record<PublicationState, Blocked>> = {
  draft: 'none',
  out: 'unstaged',
  ...{ 'first-stage': 'running', staged: 'running' },
  ...{ 'first-paused': 'paused', paused: 'paused' },
}
/** Why a state doesn't allow an action. */
const refusalOfEvent = (state: PublicationState, event: PublicationEvent): Refusal =>
  event === 'stage' || event === 'publish' ? 'stage' : blockedBy[state]

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
type Facts = Version['facts']

/** Reads a version's file as a box does, before anybody gets it. */
const readAsBox = async (who: string, { sha256: id, bytes }: Version): Promise<Result<null>> => {
  const read = await importBytes(who, { id, bytes, origin: null }, { whole: true })
  if (read.ok) return ok(null)
  return read.code === 'C1112' || read.code === 'Q2205' ? refuse('unread') : read
}

const ended = (state: string, at: Date) => ({
  state,
  endedAt: at,
  // Nobody reads this state any more; it can be made again from the revision.
  shownSourceId: null,
  shown: null,
  codec: null,
  size: null,
  logos: null,
})

/** Ends a list's stage, if it has one, because the list is deleted or the version fails on its boxes. */
export const endStage = async (
  tx: Transaction,
  listId: string,
  state: 'withdrawn' | 'failed' = 'withdrawn',
): Promise<void> => {
  const row = await tx.channelList.findUnique({ where: { id: listId }, select: { stagedId: true, publishSeq: true } })
  if (row === null || row.stagedId === null) return
  await tx.channelList.update({ where: { id: listId }, data: { stagedId: null, publishSeq: row.publishSeq + 1 } })
  await tx.listPublication.update({ where: { id: row.stagedId }, data: ended(state, now()) })
}

/** The publication that a roll-back leads to, if its version is still kept. */
const findEarlier = async (
  tx: Pick<Transaction, 'listPublication' | 'listRevision'>,
  publishedId: string | null,
): Promise<{ id: string; listId: string; revision: number } | null> => {
  if (publishedId === null) return null
  const select = { id: true, listId: true, revision: true, beforeId: true }
  const published = await tx.listPublication.findUnique({ where: { id: publishedId }, select })
  if (published === null || published.beforeId === null) return null
  const before = await tx.listPublication.findUnique({ where: { id: published.beforeId }, select })
  if (before === null) return null
  const { listId, revision } = before
  return (await tx.listRevision.count({ where: { listId, number: revision } })) === 0 ? null : before
}

/** Who acts, and why. */
type Author = Pick<Actor, 'userId' | 'userName'> & { why: string | null }
type Row = { publishedId: string | null; stagedId: string | null; kind: string; ownerId: string }
type Done = { publishedId: string | null; stagedId: string | null; detail: string }

/** Creates a publication that no box has yet. */
const make = async (
  tx: Transaction,
  author: Author,
  id: string,
  {
    facts,
    models = null,
    ...publishing
  }: { revision: number; percent: Percent; opensAt: number | null; facts: Facts } & Partial<StageAim>,
): Promise<Result<string>> => {
  if ((await tx.listRevision.count({ where: { listId: id, number: publishing.revision } })) === 0)
    return fail('A0422', { field: 'revision' })
  const last = await tx.listPublication.findFirst({
    where: { listId: id },
    orderBy: { number: 'desc' },
    select: { number: true },
  })
  const publicationId = makeId()
  await tx.listPublication.create({
    data: {
      id: publicationId,
      listId: id,
      number: (last?.number ?? 0) + 1,
      state: 'staged',
      salt: makeToken(),
      ...publishing,
      models: models === null ? null : JSON.stringify(models),
      ...facts,
      authorId: author.userId,
      authorName: author.userName,
      createdAt: now(),
    },
  })
  return ok(publicationId)
}

/** From now on everybody has this publication; `before` is what a roll-back leads to. */
const putOut = async (tx: Transaction, publicationId: string, before: string | null): Promise<void> => {
  const at = now()
  if (before !== null) await tx.listPublication.update({ where: { id: before }, data: ended('past', at) })
  await tx.listPublication.update({
    where: { id: publicationId },
    data: {
      ...{ state: 'out', percent: allPercent, models: null, softwareFrom: null, opensAt: null },
      ...{ beforeId: before, outAt: at, endedAt: null },
    },
  })
}

const applyAction = async (
  tx: Transaction,
  author: Author,
  id: string,
  row: Row,
  input: Publishing,
  version: Version | null,
): Promise<Result<Done>> => {
  const { publishedId, stagedId } = row
  const at = now()
  const endStaged = async (): Promise<void> => {
    if (stagedId !== null) await tx.listPublication.update({ where: { id: stagedId }, data: ended('withdrawn', at) })
  }
  if (input.act === 'publish') {
    if (version === null) throw new Error('a version is published that nobody has read')
    const { facts, sha256: digest } = version
    const out =
      publishedId === null
        ? null
        : await tx.listPublication.findUnique({ where: { id: publishedId }, select: { revision: true } })
    if (out?.revision === input.revision) return refuse('same')
    const { revision, percent, models = null, softwareFrom = null, opensAt = null } = input
    if (models !== null && (await tx.boxModel.count({ where: { name: { in: [...models] } } })) !== models.length)
      return fail('A0422', { field: 'models' })
    const made = await make(tx, author, id, { revision, percent, facts, models, softwareFrom, opensAt })
    if (!made.ok) return made
    const detail = [
      `version ${revision} to ${percent} %`,
      ...(models === null ? [] : [`of ${models.join(', ')}`]),
      ...(softwareFrom === null ? [] : [`with software ${softwareFrom} or newer`]),
      ...(opensAt === null ? [] : [`the next stage at ${opensAt} %`]),
      `sha-256 ${digest}`,
    ].join(' ')
    if (eventOf(input) === 'stage') return ok({ publishedId, stagedId: made.value, detail })
    await putOut(tx, made.value, publishedId)
    return ok({ publishedId: made.value, stagedId: null, detail })
  }
  if (input.act === 'widen') {
    if (stagedId === null) return refuse('unstaged')
    const stage = await tx.listPublication.findUniqueOrThrow({ where: { id: stagedId } })
    if (input.percent <= stage.percent && input.percent !== allPercent) return fail('A0422', { field: 'percent' })
    const detail = `version ${stage.revision} to ${input.percent} %`
    if (input.percent === allPercent) {
      await putOut(tx, stagedId, publishedId)
      return ok({ publishedId: stagedId, stagedId: null, detail })
    }
    await tx.listPublication.update({ where: { id: stagedId }, data: { percent: input.percent } })
    return ok({ publishedId, stagedId, detail })
  }
  if (input.act === 'pause' || input.act === 'resume') {
    if (stagedId === null) return refuse('unstaged')
    const pausedAt = input.act === 'pause' ? at : null
    await tx.listPublication.update({ where: { id: stagedId }, data: { pausedAt } })
    return ok({ publishedId, stagedId, detail: pausedAt === null ? 'the stage goes on' : 'no further box gets it' })
  }
  if (input.act === 'withdraw') {
    await endStaged()
    return ok({ publishedId, stagedId: null, detail: 'the stage ends' })
  }
  if (input.act === 'unpublish') {
    await endStaged()
    if (publishedId !== null)
      await tx.listPublication.update({ where: { id: publishedId }, data: ended('unpublished', at) })
    return ok({ publishedId: null, stagedId: null, detail: 'nobody has it' })
  }
  const earlier = await findEarlier(tx, publishedId)
  if (earlier === null || publishedId === null) {
    // A roll-back always ends a stage, whether or not an earlier publication exists: people in trouble want it gone.
    if (stagedId === null) return refuse('earlier')
    await endStaged()
    return ok({ publishedId, stagedId: null, detail: 'the stage ends' })
  }
  await endStaged()
  await tx.listPublication.update({ where: { id: publishedId }, data: ended('rolled-back', at) })
  await tx.listPublication.update({ where: { id: earlier.id }, data: { state: 'out', outAt: at, endedAt: null } })
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
  const row = await tx.channelList.findUnique({
    where: { id },
    select: {
      publishedId: true,
      stagedId: true,
      staged: { select: { pausedAt: true } },
      publishSeq: true,
      kind: true,
      ownerId: true,
      vnoId: true,
    },
  })
  if (count === 0 || row === null) return fail('C1101')
  if (seen !== row.publishSeq - 1) return refuse('moved')
  const state = publicationStateOf(row)
  const event = eventOf(publishing)
  if (publicationAfter(state, event) === null) return refuse(refusalOfEvent(state, event))
  const applied = await applyAction(tx, by, id, row, publishing, version)
  if (!applied.ok) return applied
  const { publishedId, stagedId, detail } = applied.value
  await tx.channelList.update({ where: { id }, data: { publishedId, stagedId } })
  const isSeen = publishedId !== null || stagedId !== null
  if (!isSeen) await dropChoices(tx, id)
  else if (publishedId !== null && row.publishedId === null) await returnChoices(tx, id, audienceOf(row))
  await recordActBy(by, { action: actionOf[event], subject: id, detail }, tx)
  listChanged.notifyAfter(tx, { listId: id })
  return ok({ prepare: publishedId === row.publishedId ? null : publishedId })
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
export const publishList = async (
  actor: Actor,
  id: string,
  input: PublishingInput,
): Promise<Result<ListPublications>> => {
  const found = await findPublishable(actor, id)
  if (!found.ok) return found
  const { seen = found.value.publishSeq, why = '', batch, ...publishing } = input
  const by = { ...actor, why: why === '' ? null : why }
  // Refused before the version is read, if possible.
  const named = { owner: actor.userId, purpose: `list.publication ${id}`, key: batch, asked: publishing }
  // Boxes are answered from memory, so write down who has the version before the stage is paused.
  if (publishing.act === 'pause') await flushDeviceFacts()
  const done = await once<{ prepare: string | null }, Failure>(named, async (commit) => {
    const read = publishing.act === 'publish' ? await readVersion(actor, found.value, publishing.revision) : null
    if (read !== null && !read.ok) return read
    const version = read === null ? null : read.value
    const approved = publishing.act === 'publish' ? publishing.sha256 : undefined
    if (approved !== undefined && approved !== version?.sha256) return refuse('digest')
    const usable = version === null ? ok(null) : await readAsBox(actor.userId, version)
    if (!usable.ok) return usable
    return commit((tx) => change(tx, by, id, { publishing, seen, version }))
  })
  if (!done.ok) return done
  // What customers read is made now, so that none of them has to wait.
  if (done.isNew && done.value.prepare !== null) await prepareShown(actor.userId, id, done.value.prepare)
  return findPublications(actor, id)
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
  const row = await db.channelList.findFirst({
    where: { id, deletedAt: null },
    select: {
      revision: true,
      channels: true,
      titles: true,
      publishedId: true,
      stagedId: true,
      staged: { select: { pausedAt: true } },
      publishSeq: true,
      publications: { orderBy: { number: 'desc' }, take: publicationsKept, select: publicationSelect },
    },
  })
  if (row === null) return fail('C1101')
  const { publishedId, stagedId } = row
  // After many roll-backs, the published version may be older than all that the history shows.
  const older =
    publishedId === null || row.publications.some((one) => one.id === publishedId)
      ? null
      : await db.listPublication.findUnique({ where: { id: publishedId }, select: publicationSelect })
  const all = older === null ? row.publications : [...row.publications, older]
  const describe = (publicationId: string | null): Publication | null => {
    const one = publicationId === null ? undefined : all.find((entry) => entry.id === publicationId)
    return one === undefined ? null : describePublication(one)
  }
  return ok({
    state: publicationStateOf(row),
    seq: row.publishSeq,
    revision: row.revision,
    channels: row.channels,
    published: describe(publishedId),
    staged: describe(stagedId),
    earlier: (await findEarlier(db, publishedId))?.revision ?? null,
    titles: parseTitles(row.titles),
    history: all.map(describePublication),
  })
}

const describePublication = ({
  id: _id,
  authorName,
  models,
  ...one
}: Omit<Publication, 'author' | 'models'> & {
  id: string
  authorName: string | null
  models: string | null
}): Publication => ({
  ...one,
  models: models === null ? null : (JSON.parse(models) as string[]),
  author: authorName,
})

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
