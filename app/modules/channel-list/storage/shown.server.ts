/**
 * What an actor reads of a list. An actor who may change it reads its newest revision and its history; everybody else
 * reads the published version, without anything that was deleted. All readers find a list's content here.
 */
import { LRUCache } from 'lru-cache'
import { fail, ok, type Result } from '~/errors/table'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { workOn } from '../engine/heavy.server'
import { shownStatesBytes } from '../limits'
import { getSource, makeSource, packSource, putSource, storedWith } from './source.server'
import {
  describeWithSteps,
  findNewest,
  findState,
  findVisible,
  listSelect,
  readsDraft,
  revisionSelect,
  shownRow,
  type ListRow,
  type StateRow,
} from './store.server'
import type { Actor, ListDetails } from '../types'

/** What is stored of a publication for actors who only read it. */
type ShownState = { sourceId: string; state: Uint8Array<ArrayBuffer>; logos: string[] }

const known = new LRUCache<string, ShownState>({
  maxSize: shownStatesBytes,
  sizeCalculation: ({ state }) => Math.max(1, state.length),
})
/** States in the making: further readers wait for the same one. */
const underWay = new Map<string, Promise<Result<ShownState>>>()

/** Makes the state from the revision and stores it with the publication, once for each publication. */
const makeShown = async (who: string, publicationId: string, revision: StateRow): Promise<Result<ShownState>> => {
  const source = await getSource(revision.sourceId)
  const stored = storedWith(revision, source)
  const made = await workOn(who, 'copyVisible', { stored, keep: [], whole: true })
  if (!made.ok) return made
  if (!made.value.ok) return made.value
  const { bytes, state, logos } = made.value.value
  const file = bytes === null ? source : await makeSource(bytes)
  const [packedSource, packed] = await Promise.all([packSource(file), packBytes(state)])
  const shown = { sourceId: file.id, state: new Uint8Array(state), logos }
  await transact(async (tx) => {
    await putSource(tx, packedSource)
    await tx.listPublication.updateMany({
      // If the publication ended in the meantime, nothing is stored.
      where: { id: publicationId, state: { in: ['out', 'staged'] } },
      data: {
        shownSourceId: file.id,
        shown: new Uint8Array(packed.bytes),
        codec: packed.codec,
        size: state.length,
        logos: JSON.stringify(logos),
      },
    })
    return ok(null)
  })
  return ok(shown)
}

/** A publication's state for actors who only read it. C1101 if its revision is gone. */
const getShown = async (who: string, listId: string, publicationId: string): Promise<Result<ShownState>> => {
  const there = known.get(publicationId)
  if (there !== undefined) return ok(there)
  const row = await db.listPublication.findFirst({
    where: { id: publicationId, listId },
    select: { revision: true, shownSourceId: true, shown: true, codec: true, size: true, logos: true },
  })
  if (row === null) return fail('C1101')
  if (row.shownSourceId !== null && row.shown !== null && row.size !== null) {
    const state = new Uint8Array(await unpackBytes({ bytes: row.shown, codec: row.codec }, row.size))
    const shown = { sourceId: row.shownSourceId, state, logos: JSON.parse(row.logos ?? '[]') as string[] }
    known.set(publicationId, shown)
    return ok(shown)
  }
  const begun = underWay.get(publicationId)
  if (begun !== undefined) {
    const shared = await begun
    if (shared.ok) return shared
  }
  const making = findState(listId, row.revision).then((revision) =>
    revision === null ? fail('C1101') : makeShown(who, publicationId, revision),
  )
  underWay.set(publicationId, making)
  try {
    const made = await making
    if (made.ok) known.set(publicationId, made.value)
    return made
  } finally {
    underWay.delete(publicationId)
  }
}

/**
 * Makes the readers' state of a publication in advance, charged to the publishing account. A failure is ignored: the
 * first reader makes it then.
 */
export const prepareShown = async (who: string, listId: string, publicationId: string): Promise<void> => {
  await getShown(who, listId, publicationId)
}

export type Shown = { row: ListRow; revision: StateRow }

/** A stored revision; `number` null: the newest. C1101. */
const findDraft = async (listId: string, number: number | null): Promise<Result<StateRow>> => {
  const found = number === null ? await findNewest(listId) : await findState(listId, number)
  return found === null ? fail('C1101') : ok(found)
}

/** A revision of a list that was found visible; `number` null: the newest that this actor is shown. C1101. */
export const findShownOf = async (actor: Actor, row: ListRow, number: number | null): Promise<Result<StateRow>> => {
  if (readsDraft(actor, row)) return findDraft(row.id, number)
  const { published } = row
  if (published === null || (number !== null && number !== published.revision)) return fail('C1101')
  const [shown, revision] = await Promise.all([
    getShown(actor.userId, row.id, published.id),
    db.listRevision.findUnique({
      where: { listId_number: { listId: row.id, number: published.revision } },
      select: revisionSelect,
    }),
  ])
  if (!shown.ok) return shown
  if (revision === null) return fail('C1101')
  const { sourceId, state } = shown.value
  return ok({
    ...revision,
    // What the owner did before stays private.
    summary: null,
    undoTo: null,
    redoTo: null,
    authorId: null,
    authorName: null,
    authorSn: null,
    listId: row.id,
    sourceId,
    state,
    namesId: null,
    isShown: true,
  })
}

/**
 * A list that the actor may see, with the revision that the actor reads. `number` asks for exactly that one; for
 * another account's list only the published one exists. C1101; I1009 or A0503 when work on a long list has to wait.
 */
export const findShown = async (actor: Actor, id: string, number: number | null = null): Promise<Result<Shown>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const revision = await findShownOf(actor, found.value, number)
  return revision.ok ? ok({ row: found.value, revision: revision.value }) : revision
}

/**
 * The stored revision whose file the actor gets, for code that writes it to a file or a copy. A written file holds
 * nothing that was deleted; readers of channels use `findShown` instead.
 */
export const findGivenOf = async (
  actor: Actor,
  row: ListRow,
  number: number | null = null,
): Promise<Result<StateRow>> => {
  if (readsDraft(actor, row)) return findDraft(row.id, number)
  return number === null || number === row.revision ? findDraft(row.id, row.revision) : fail('C1101')
}

/** The pictures of a list that others may see; null if the actor may see all that it ever had. */
export const findShownLogos = async (actor: Actor, row: ListRow): Promise<Result<readonly string[] | null>> => {
  if (readsDraft(actor, row)) return ok(null)
  if (row.published === null) return fail('C1101')
  const shown = await getShown(actor.userId, row.id, row.published.id)
  return shown.ok ? ok(shown.value.logos) : shown
}

/** A list with the details of the revision that the actor is shown. C1101. */
export const describeDetails = async (actor: Actor, id: string): Promise<Result<ListDetails>> => {
  const row = await db.channelList.findUnique({
    where: { id },
    select: { ...listSelect, revisions: { select: revisionSelect, orderBy: { number: 'desc' }, take: 1 } },
  })
  const shown = row === null ? null : shownRow(actor, row)
  if (row === null || shown === null) return fail('C1101')
  if (readsDraft(actor, row)) {
    const [last] = row.revisions
    return last === undefined ? fail('C1101') : ok(await describeWithSteps(actor, row, last))
  }
  const revision = await findShownOf(actor, shown, null)
  return revision.ok ? ok(await describeWithSteps(actor, shown, revision.value)) : revision
}
