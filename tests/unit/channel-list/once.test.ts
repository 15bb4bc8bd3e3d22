/**
 * A request with a client's own key is carried out once: uploads, copies, replacements, held files, boxes' saves. A
 * repeat gets the first answer, other content under the key gets A0409, and a refused request can be retried under the
 * same key.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  applyOperations,
  copyList,
  createList,
  deleteList,
  exportFile,
  findRevisions,
  getList,
  renameList,
  replaceFile,
  saveFromBox,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import {
  acceptHeldUpload,
  acceptUpload,
  dropHeldUpload,
  listHeldUploads,
} from '~/modules/held-upload/held-upload.server'
import { db } from '~/platform/db.server'
import { codeOf, good, makeActor, makeBox, sdxFile } from './people'

const otherUnderKey = { ok: false, code: 'A0409', field: 'batch', data: { context: 'sent' } }
const batch = 'one-and-the-same'
const listsOf = (actor: Actor): Promise<number> => db.channelList.count({ where: { ownerId: actor.userId } })
const idsOf = (answers: readonly Parameters<typeof good<{ id: string }>>[0][]): number =>
  new Set(answers.map((answer) => good(answer).id)).size

let owner: Actor
beforeAll(async () => {
  owner = await makeActor()
})

describe('an upload under a key', () => {
  it('makes one list for any number of simultaneous requests, and refuses another file or name', async () => {
    const actor = await makeActor()
    const file = { name: 'Once', bytes: sdxFile(4), fileName: null, batch }
    expect(idsOf(await Promise.all(Array.from({ length: 8 }, () => createList(actor, file))))).toBe(1)
    expect(await createList(actor, { ...file, bytes: sdxFile(5) })).toEqual(otherUnderKey)
    expect(await createList(actor, { ...file, name: 'Twice' })).toEqual(otherUnderKey)
    expect(await listsOf(actor)).toBe(1)
    const another = await makeActor()
    expect(good(await createList(another, file)).id).not.toBe(good(await createList(actor, file)).id)
  })

  it('can be retried after a refusal', async () => {
    const actor = await makeActor()
    good(await createList(actor, { name: 'Taken', bytes: sdxFile(4), fileName: null }))
    const file = { bytes: sdxFile(5), fileName: null, batch }
    expect(codeOf(await createList(actor, { ...file, name: 'Taken' }))).toBe('C1125')
    expect(codeOf(await createList(actor, { ...file, name: 'Free', bytes: new Uint8Array(7) }))).toBe('C1112')
    expect(good(await createList(actor, { ...file, name: 'Free' })).name).toBe('Free')
  })

  it('reports that its list has been deleted since, and makes no other', async () => {
    const actor = await makeActor()
    const file = { name: 'Gone', bytes: sdxFile(4), fileName: null, batch }
    good(await deleteList(actor, good(await createList(actor, file)).id))
    expect(codeOf(await createList(actor, file))).toBe('C1101')
    expect(await listsOf(actor)).toBe(1)
  })
})

describe('a copy and a replacement under a key', () => {
  it('are done once, and return the same result after the list has changed', async () => {
    const actor = await makeActor()
    const { id } = good(await createList(actor, { name: 'First', bytes: sdxFile(6), fileName: null }))
    const copy = () => copyList(actor, id, { name: 'Copy', batch })
    expect(idsOf(await Promise.all([copy(), copy(), copy()]))).toBe(1)
    expect(await copyList(actor, id, { name: 'Another', batch })).toEqual(otherUnderKey)
    expect(await listsOf(actor)).toBe(2)

    const ifMatch = good(await exportFile(actor, id)).etag
    const replace = (bytes = sdxFile(7, 9)) => replaceFile(actor, id, { bytes, fileName: null, ifMatch, batch })
    expect((await Promise.all([replace(), replace()])).map((answer) => good(answer).revision)).toEqual([2, 2])
    const edit = { base: 2, operations: [{ op: 'delete' as const, ids: [0] }], batch: 'an-edit-after-it' }
    expect(good(await applyOperations(actor, id, edit)).revision).toBe(3)
    // Its tag is outdated by now; the key shows that it was done.
    expect(good(await replace()).revision).toBe(3)
    expect(await replace(sdxFile(8, 9))).toEqual(otherUnderKey)
    expect(good(await findRevisions(actor, id, { page: 1, size: 10 })).total).toBe(3)
  })
})

describe('an edit under a key', () => {
  it('is the same edit when sent again on a newer revision', async () => {
    const { id } = good(await createList(owner, { name: 'Edited', bytes: sdxFile(6), fileName: null }))
    const operations = [{ op: 'lock' as const, ids: [0], value: true }]
    const first = good(await applyOperations(owner, id, { base: 1, operations, batch }))
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [1], value: true }] }))
    expect(good(await applyOperations(owner, id, { base: 3, operations, batch }))).toEqual(first)
    expect(await applyOperations(owner, id, { base: 3, operations: [], batch })).toEqual(otherUnderKey)
    expect(good(await getList(owner, id)).revision).toBe(3)
  })

  it('can be retried after a refusal', async () => {
    const { id } = good(await createList(owner, { name: 'Refused', bytes: sdxFile(6), fileName: null }))
    const lock = (ids: number[]) =>
      applyOperations(owner, id, { base: 1, operations: [{ op: 'lock', ids, value: true }], batch })
    expect([codeOf(await lock([99])), good(await lock([0])).revision]).toEqual(['C1106', 2])
  })
})

describe('a file that waits for a decision', () => {
  const upload = (name: string, more: { typedName?: string } = {}) => ({
    bytes: sdxFile(9),
    fileName: 'list.sdx',
    name,
    encoding: null,
    batch,
    ...more,
  })
  it('waits once under its key, and one decision on it makes one list', async () => {
    const actor = await makeActor()
    good(await createList(actor, { name: 'Taken', bytes: sdxFile(4), fileName: null }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => acceptUpload(actor, upload('Taken'))))
    const held = new Set(answers.map((answer) => ('held' in answer ? answer.held : '')))
    expect([held.size, (await listHeldUploads(actor.userId)).length]).toEqual([1, 1])
    const [id = ''] = held
    expect(codeOf(await acceptHeldUpload(actor, id, { name: 'Taken', keep: [] }))).toBe('C1125')
    const decide = (name: string) => acceptHeldUpload(actor, id, { name, keep: [] })
    expect(idsOf(await Promise.all([decide('Free'), decide('Free')]))).toBe(1)
    expect(good(await decide('Free')).name).toBe('Free')
    expect(await decide('Another')).toEqual(otherUnderKey)
    expect([await listsOf(actor), (await listHeldUploads(actor.userId)).length]).toEqual([2, 0])
    expect(codeOf(await acceptHeldUpload(owner, id, { name: 'Free', keep: [] }))).toBe('A0404')
  })

  it('waits anew if it is sent again after being discarded', async () => {
    const actor = await makeActor()
    good(await createList(actor, { name: 'Taken', bytes: sdxFile(4), fileName: null }))
    const first = await acceptUpload(actor, upload('Taken'))
    await dropHeldUpload(actor.userId, 'held' in first ? first.held : '')
    const again = await acceptUpload(actor, upload('Taken'))
    expect('held' in again && 'held' in first && again.held !== first.held).toBe(true)
    expect(await listHeldUploads(actor.userId)).toHaveLength(1)
  })

  it('is the same upload under a name that the portal chose, whatever name is free by then', async () => {
    const actor = await makeActor()
    const first = good(await acceptUpload(actor, upload('List', { typedName: '' })))
    expect(good(await acceptUpload(actor, upload('List 2', { typedName: '' }))).id).toBe(first.id)
    good(await renameList(actor, first.id, 'Renamed'))
    expect(good(await acceptUpload(actor, upload('List', { typedName: '' })))).toMatchObject({ name: 'Renamed' })
  })
})

it('stores a box’s save under a key as one list, or one revision', async () => {
  const actor = await makeActor()
  const box = await makeBox(actor)
  const save = { listId: null, name: 'Saved', bytes: sdxFile(5), batch }
  const answers = await Promise.all([saveFromBox(box, save), saveFromBox(box, save), saveFromBox(box, save)])
  expect([idsOf(answers), await listsOf(actor)]).toEqual([1, 1])
  const { id } = good(answers[0] ?? (await saveFromBox(box, save)))
  // The portal's record of the box's last fetch is newer by then; the box named no list.
  expect(good(await saveFromBox(box, { ...save, listId: id, namedListId: null }))).toMatchObject({ id, saved: 1 })
  expect(await saveFromBox(box, { ...save, bytes: sdxFile(6) })).toEqual(otherUnderKey)
  const onto = { listId: id, loaded: 1, name: '', bytes: sdxFile(6), batch: 'the-next-save' }
  const saved = await Promise.all([saveFromBox(box, onto), saveFromBox(box, onto)])
  expect(saved.map((answer) => good(answer).saved)).toEqual([2, 2])
  expect([await listsOf(actor), good(await getList(actor, id)).revision]).toEqual([1, 2])
})
