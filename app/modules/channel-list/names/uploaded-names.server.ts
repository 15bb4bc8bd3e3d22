/**
 * Migrates old names: names in other languages were once stored next to a list (the table `ListNames`) and are cells of
 * it now. At start, each list's old names become one change of it, once.
 */
import { nameLanguages } from '~/engine/types'
import { ok, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { digestOf } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { workOn } from '../engine/heavy.server'
import { storedOf } from '../storage/source.server'
import { findLast, type StoredSummary } from '../storage/store.server'
import { packState, putState } from '../storage/state.server'
import type { MovedNames, UploadedName, UploadedNames } from './uploaded-names'

const packNames = async (names: readonly UploadedName[]) => {
  const plain = new TextEncoder().encode(JSON.stringify(names))
  const { bytes, codec } = await packBytes(plain)
  return { entries: bytes, codec, size: plain.length, digest: await digestOf(plain), channels: names.length }
}

const readUploaded = async (listId: string): Promise<UploadedNames> => {
  const names: UploadedNames = {}
  for (const row of await db.listNames.findMany({ where: { listId, leftAt: null } })) {
    const language = nameLanguages.find((one) => one === row.language)
    if (language === undefined) continue
    const text = new TextDecoder().decode(await unpackBytes({ bytes: row.entries, codec: row.codec }, row.size))
    names[language] = JSON.parse(text) as UploadedName[]
  }
  return names
}

/** Stores the moved names as a revision, and keeps the rows that found no channel. */
const storeMoved = async (
  listId: string,
  before: { number: number },
  { state, moved, left }: MovedNames,
): Promise<boolean> => {
  const rest = await Promise.all(
    nameLanguages.map(async (language) => {
      const names = left[language] ?? []
      return { language, row: names.length === 0 ? null : await packNames(names) }
    }),
  )
  const packed = await packState(state)
  const stored = await transact(async (tx): Promise<Result<boolean>> => {
    if (moved.length > 0) {
      const { count } = await tx.channelList.updateMany({
        where: { id: listId, revision: before.number },
        data: { revision: before.number + 1 },
      })
      if (count === 0) return ok(false)
      const last = await tx.listRevision.findUniqueOrThrow({
        where: { listId_number: { listId, number: before.number } },
        select: { sourceId: true, channels: true, fileName: true },
      })
      const number = before.number + 1
      // Boxes had these names until now.
      await tx.listPublication.updateMany({
        where: { listId, revision: before.number, state: 'out' },
        data: { revision: number },
      })
      const summary: StoredSummary = {
        steps: moved.map(({ language, channels }) => ({ op: 'names-in', count: channels, language })),
        stateOf: number,
      }
      const text = JSON.stringify(summary)
      await tx.listRevision.create({
        data: {
          ...last,
          listId,
          number,
          ...(await putState(tx, packed)),
          kind: 'edit',
          summary: text,
          undoTo: before.number,
          cost: packed.state.length + text.length,
          createdAt: now(),
        },
      })
    }
    for (const { language, row } of rest) {
      const where = { listId_language: { listId, language } }
      if (row === null) await tx.listNames.deleteMany({ where: { listId, language, leftAt: null } })
      else await tx.listNames.update({ where, data: { ...row, leftAt: now() } })
    }
    return ok(true)
  })
  return stored.ok && stored.value
}

/**
 * Turns all names stored next to their lists into cells; called once, before the first request. A name that finds no
 * channel stays in its row and is logged. A list that can't be opened is tried again at the next start.
 */
export const moveUploadedNames = async (): Promise<{ lists: number; names: number; left: number }> => {
  const done = { lists: 0, names: 0, left: 0 }
  const waiting = await db.listNames.findMany({
    where: { leftAt: null },
    distinct: ['listId'],
    select: { listId: true, list: { select: { ownerId: true } } },
  })
  for (const { listId, list } of waiting) {
    // Include deleted lists: they can be restored.
    const newest = await findLast({ listId })
    if (newest === null) continue
    const stored = await storedOf(newest)
    const names = await readUploaded(listId)
    const made = await workOn(list.ownerId, 'moveUploaded', { stored, names })
    if (!made.ok || !(await storeMoved(listId, newest, made.value))) {
      log.warn({ listId }, 'names in other languages wait for the next start')
      continue
    }
    done.lists++
    done.names += made.value.moved.reduce((sum, { channels }) => sum + channels, 0)
    done.left += Object.values(made.value.left).reduce((sum, { length }) => sum + length, 0)
  }
  if (done.lists > 0) log.info(done, 'uploaded names in other languages are part of their lists now')
  return done
}
