/**
 * An account's storage quota for lists: what counts, what is deleted first, what never is, and that sources are stored
 * once and compressed.
 */
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  applyOperations,
  copyList,
  createList,
  deleteList,
  exportFile,
  findListRoom,
  findRevisions,
  getList,
  saveFromBox,
  stopEngineThreads,
  undo,
  type Actor,
  type Box,
} from '~/modules/channel-list/channel-list.server'
import { acceptHeldUpload, acceptUpload } from '~/modules/held-upload/held-upload.server'
import { findDeletedLinks, importTable, stopLinkTables } from '~/modules/link/link.server'
import { db } from '~/platform/db.server'
import { randomOf } from '../../support/fixtures/satcodx'
import { times } from '../../support/runs'
import { makeLinker } from '../link/people'
import { codeOf, good, longSdxFile, makeActor, makeBox, sdxFile } from './people'

vi.hoisted(() => {
  process.env['LIST_ROOM_BYTES'] = '1048576'
})
const room = 1_048_576
/** The number of saves by a box; they need several times that quota. */
const most = times(170)
afterAll(() => Promise.all([stopEngineThreads(), stopLinkTables()]))

/** A file with incompressible names. */
let files = 0
const denseFile = (channels: number): Uint8Array => {
  const random = randomOf(++files)
  const bytes = new Uint8Array(longSdxFile(channels))
  const length = bytes.length / channels
  for (let record = 0; record < channels; record++) {
    const name = Buffer.from(Array.from({ length: 6 }, () => Math.floor(random() * 256))).toString('base64')
    bytes.set(Buffer.from(name, 'latin1'), record * length + 43)
  }
  return bytes
}
const storedBytes = async (): Promise<number> => {
  const [row] = await db.$queryRaw<
    { bytes: bigint | number | null }[]
  >`SELECT (SELECT COALESCE(SUM(LENGTH("bytes")), 0) FROM "ListSource") + (SELECT COALESCE(SUM(LENGTH("state")), 0) FROM "ListRevision") AS "bytes"`
  return Number(row?.bytes ?? 0)
}
/** Each save names the save before it as the loaded revision; the first one names the list's first revision. */
const saves = async (box: Box, listId: string | null, count: number, channels = 20_000): Promise<string[]> => {
  const codes: string[] = []
  let loaded = listId === null ? null : 1
  for (let n = 0; n < count; n++) {
    const saved = await saveFromBox(box, { listId, loaded, name: 'Saved', bytes: denseFile(channels) })
    if (saved.ok && listId !== null) loaded = saved.value.saved
    codes.push(saved.ok ? saved.value.id : codeOf(saved))
  }
  return codes
}
const makeOwner = async (): Promise<{ owner: Actor; box: Box }> => {
  const owner = await makeActor()
  return { owner, box: await makeBox(owner) }
}

describe('a source', () => {
  it('is stored compressed and once, and comes back byte for byte', async () => {
    const { owner } = await makeOwner()
    const bytes = sdxFile(900, 77)
    const id = good(await createList(owner, { name: 'One', bytes, fileName: 'one.sdx' })).id
    good(await copyList(owner, id, { name: 'Two' }))
    const { sourceId } = await db.listRevision.findFirstOrThrow({ where: { listId: id } })
    const row = await db.listSource.findUniqueOrThrow({ where: { id: sourceId } })
    expect(row).toMatchObject({ codec: 'br', size: bytes.length, stored: row.bytes.length })
    expect(row.bytes.length).toBeLessThan(bytes.length / 4)
    expect(Buffer.compare(good(await exportFile(owner, id)).bytes, bytes)).toBe(0)
    const used = await findListRoom(owner.userId)
    expect(used.usedBytes).toBeGreaterThanOrEqual(row.bytes.length)
    expect(used.usedBytes).toBeLessThan(2 * row.bytes.length)
  })

  it('is still read if it was stored uncompressed', async () => {
    const { owner } = await makeOwner()
    const bytes = sdxFile(40, 78)
    const id = good(await createList(owner, { name: 'Old', bytes, fileName: null })).id
    const { sourceId } = await db.listRevision.findFirstOrThrow({ where: { listId: id } })
    await db.listSource.update({
      where: { id: sourceId },
      data: { bytes: new Uint8Array(bytes), codec: null, stored: null },
    })
    await db.listRevision.updateMany({ where: { listId: id }, data: { cost: null } })
    // Another source fills the cache, so this one is read again.
    for (let n = 0; n < 6; n++)
      good(await createList(await makeActor(), { name: 'Other', bytes: denseFile(1900), fileName: null }))
    expect(Buffer.compare(good(await exportFile(owner, id)).bytes, bytes)).toBe(0)
    expect((await findListRoom(owner.userId)).usedBytes).toBeGreaterThanOrEqual(bytes.length)
  })

  it('is compressed too while it waits for a decision', async () => {
    const { owner } = await makeOwner()
    good(await createList(owner, { name: 'Taken', bytes: sdxFile(10), fileName: null }))
    const bytes = sdxFile(800, 79)
    const refused = await acceptUpload(owner, { bytes, fileName: null, name: 'Taken', encoding: null })
    const held = !refused.ok && 'held' in refused ? refused.held : ''
    expect((await db.heldUpload.findUniqueOrThrow({ where: { id: held } })).bytes.length).toBeLessThan(bytes.length / 4)
    const list = good(await acceptHeldUpload(owner, held, { name: 'Free', keep: [] }))
    expect(Buffer.compare(good(await exportFile(owner, list.id)).bytes, bytes)).toBe(0)
  })
})

describe('an account’s storage quota', () => {
  it('limits what a box’s saves store; the newest and its undo stay, and the history says what was deleted', async () => {
    const { owner, box } = await makeOwner()
    const [first = ''] = await saves(box, null, 1)
    const before = await storedBytes()
    const codes = await saves(box, first, most)
    expect(codes.every((code) => code === first)).toBe(true)
    expect((await storedBytes()) - before).toBeLessThanOrEqual(room)
    const { usedBytes, limitBytes } = await findListRoom(owner.userId)
    expect([limitBytes, usedBytes <= limitBytes]).toEqual([room, true])
    const list = good(await getList(owner, first))
    expect(list).toMatchObject({ revision: most + 1, undoTo: most })
    const history = good(await findRevisions(owner, first, { page: 1, size: 100 }))
    expect(history.total).toBeLessThan(most + 1)
    expect(history.items.some((revision) => revision.dropped > 0)).toBe(true)
    good(await undo(owner, first))
    const rows = await db.listRevision.findMany({ where: { listId: first } })
    const kept = new Set(rows.map(({ number }) => number))
    expect(
      rows.flatMap(({ undoTo, redoTo }) => [undoTo, redoTo]).filter((number) => number !== null && !kept.has(number)),
    ).toEqual([])
  }, 120_000)

  it('refuses a new file that does not fit, says what is left, and stores nothing of it', async () => {
    const { owner, box } = await makeOwner()
    const [first = ''] = await saves(box, null, 1, 90_000)
    const before = await storedBytes()
    const { usedBytes } = await findListRoom(owner.userId)
    const refused = await saveFromBox(box, { listId: null, name: 'Much', bytes: denseFile(90_000) })
    expect(refused).toMatchObject({
      ok: false,
      code: 'C1202',
      data: { context: 'room', usedBytes, limitBytes: room, leftBytes: room - usedBytes, limitMegabytes: 1 },
    })
    expect([await storedBytes(), (await findListRoom(owner.userId)).usedBytes]).toEqual([before, usedBytes])
    // Deleting makes room: deleted lists are purged for the new file.
    good(await deleteList(owner, first))
    expect((await saveFromBox(box, { listId: null, name: 'Much', bytes: denseFile(90_000) })).ok).toBe(true)
  }, 120_000)

  it('never refuses an edit: older versions are deleted, except the one before', async () => {
    const { owner, box } = await makeOwner()
    await saves(box, null, 1, 80_000)
    const [id = ''] = await saves(box, null, 1)
    for (let base = 1; base < 20; base++)
      good(await applyOperations(owner, id, { base, operations: [{ op: 'sort', mode: base % 2 === 0 ? 'za' : 'az' }] }))
    expect(good(await getList(owner, id))).toMatchObject({ revision: 20, undoTo: 19 })
    expect(good(await findRevisions(owner, id, { page: 1, size: 100 })).total).toBeLessThan(15)
    good(await undo(owner, id))
  }, 120_000)

  it('gives the space of deleted lists, oldest first, to a new file but never to an edit', async () => {
    const { owner, box } = await makeOwner()
    const [first = '', second = '', third = ''] = await saves(box, null, 3, 33_000)
    good(await deleteList(owner, first))
    good(await deleteList(owner, second))
    for (let base = 1; base < 8; base++)
      good(
        await applyOperations(owner, third, { base, operations: [{ op: 'sort', mode: base % 2 === 0 ? 'za' : 'az' }] }),
      )
    expect(await db.channelList.count({ where: { ownerId: owner.userId } })).toBe(3)
    const [fourth = ''] = await saves(box, null, 1, 33_000)
    expect(
      (await db.channelList.findMany({ where: { ownerId: owner.userId }, select: { id: true } }))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([second, third, fourth].sort())
  }, 120_000)

  it('is separate for each account, and published lists use none', async () => {
    const { box } = await makeOwner()
    await saves(box, null, 1)
    const administrator = await makeActor('administrator')
    good(await createList(administrator, { name: 'For all', bytes: sdxFile(20, 81), fileName: null }))
    for (const nobody of [await makeActor(), administrator])
      expect((await findListRoom(nobody.userId)).usedBytes).toBe(0)
  }, 60_000)
})

describe('deleted links', () => {
  it('use the quota, and are purged first', async () => {
    const owner = await makeLinker()
    const random = randomOf(++files)
    const table = (): Uint8Array => {
      const secret = (): string =>
        Buffer.from(Array.from({ length: 150 }, () => Math.floor(random() * 256))).toString('base64url')
      const lines = Array.from({ length: 2000 }, (_, at) => `A,${at},http://h/${secret()}`)
      return new TextEncoder().encode(`Category,Name,Address\n${lines.join('\n')}`)
    }
    const deleted: number[] = []
    for (let time = 0; time < 4; time++) {
      good(await importTable(owner, 'mylink', table(), { mode: 'replace', partial: false }))
      expect((await findListRoom(owner.userId)).usedBytes).toBeLessThanOrEqual(room)
      deleted.push((await findDeletedLinks(owner, 'mylink')).length)
    }
    expect(deleted).toEqual([0, 1, 2, 1])
  })
})
