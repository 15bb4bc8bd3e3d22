/**
 * The minimum of free disk space applies to lists as it does to files. Below it new lists are refused; edits continue
 * until a quarter of it is left.
 */
import { expect, it, vi } from 'vitest'
import { withEngine } from '~/engine/engine.server'
import { applyOperations, createList, type Actor } from '~/modules/channel-list/channel-list.server'
import { db } from '~/platform/db.server'
import { makeId, sha256 } from '~/platform/random.server'
import { codeOf, good, makeActor, sdxFile } from './people'

vi.hoisted(() => {
  const { statfsSync: look } = process.getBuiltinModule('node:fs')
  const { bavail, bsize } = look(process.env['DATA_DIR'] ?? '/tmp')
  // Twice the free space: too little for new lists, enough for edits.
  process.env['MIN_FREE_DISK_BYTES'] = String(Math.floor(2 * bavail * bsize))
})

/** A list uploaded while there was room. */
const makeEarlier = async (owner: Actor): Promise<string> => {
  const bytes = new Uint8Array(sdxFile(30))
  const state = await withEngine((engine) => {
    const opened = engine.open(bytes)
    if (!opened.ok) throw new Error(opened.refusal)
    return new Uint8Array(opened.list.state())
  })
  const id = makeId()
  await db.listSource.create({ data: { id: sha256(bytes), bytes, size: bytes.length } })
  await db.channelList.create({
    data: {
      id,
      kind: 'user',
      ownerId: owner.userId,
      name: 'Earlier',
      nameKey: 'earlier',
      revision: 1,
      dialect: 'satcodx',
      version: '103',
      encoding: 'iso-8859-9',
      channels: 30,
      tv: 30,
      radio: 0,
      satellites: 1,
      transponders: 1,
    },
  })
  await db.listRevision.create({
    data: { listId: id, number: 1, sourceId: sha256(bytes), state, kind: 'import', channels: 30 },
  })
  return id
}

it('refuses a new list with A0503 and a retry time, but takes an edit', async () => {
  const owner = await makeActor()
  const refused = await createList(owner, { name: 'After', bytes: sdxFile(30), fileName: null })
  expect(refused).toMatchObject({ ok: false, code: 'A0503', data: { context: 'disk', retryAfterSeconds: 600 } })
  expect(codeOf(refused)).toBe('A0503')
  const id = await makeEarlier(owner)
  expect(good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'sort', mode: 'az' }] })).revision).toBe(2)
})
