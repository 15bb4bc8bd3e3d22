/** Lists and boxes: which they see, the files that they get, what they save. */
import { describe, expect, it } from 'vitest'
import { boxMaySee, createList, deleteList, exportForBox, findChoosableList, findRevisions, getList, listsForBox, saveFromBox, undo } from '~/modules/channel-list/channel-list.server'
import { codeOf, good, makeActor, makeBox, makeVno, sdxFile } from './people'

describe('what a box sees', () => {
  it('is System and its VNO’s lists, and its owner’s while it is bound', async () => {
    const vnoId = await makeVno()
    const [administrator, brand, owner, other] = [await makeActor('administrator'), await makeActor('vno', vnoId), await makeActor(), await makeActor()]
    const lists = {
      system: good(await createList(administrator, { name: 'S', bytes: sdxFile(3), fileName: null })).id,
      vno: good(await createList(brand, { name: 'V', bytes: sdxFile(3), fileName: null })).id,
      own: good(await createList(owner, { name: 'U', bytes: sdxFile(3), fileName: null })).id,
      others: good(await createList(other, { name: 'O', bytes: sdxFile(3), fileName: null })).id,
    }
    const boxes = { public: await makeBox(null), branded: await makeBox(null, vnoId), bound: await makeBox(owner, vnoId) }
    const seen: Record<string, string[]> = {}
    for (const [which, box] of Object.entries(boxes)) {
      const { items, total } = await listsForBox(box, { page: 1, size: 100 })
      expect(items).toHaveLength(total)
      seen[which] = Object.entries(lists).filter(([, id]) => items.some((list) => list.id === id)).map(([name]) => name)
      for (const [name, id] of Object.entries(lists)) expect(boxMaySee(box, good(await exportForBox(id, null)).audience)).toBe(seen[which].includes(name))
    }
    expect(seen).toEqual({ public: ['system'], branded: ['system', 'vno'], bound: ['system', 'vno', 'own'] })
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.own)).toEqual({ id: lists.own, name: 'U', kind: 'user' })
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.others)).toBeNull()
    expect(await findChoosableList(other.userId, boxes.bound.sn, lists.system)).toBeNull()
    good(await deleteList(owner, lists.own))
    expect(codeOf(await exportForBox(lists.own, null))).toBe('C1101')
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.own)).toBeNull()
  })
})

describe('what a box saves', () => {
  it('is the next revision of the list that it loaded, and can be undone in the portal', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const list = good(await createList(owner, { name: 'Loaded', bytes: sdxFile(8), fileName: 'x.sdx' }))
    const saved = good(await saveFromBox(box, { listId: list.id, name: 'ignored', bytes: sdxFile(9, 3) }))
    expect(saved).toMatchObject({ id: list.id, revision: 2, channels: 9, name: 'Loaded' })
    expect(good(await findRevisions(owner, list.id, { page: 1, size: 10 })).items[0]).toMatchObject({ kind: 'box-save', author: { sn: box.sn, name: owner.userName } })
    expect(good(await saveFromBox(box, { listId: list.id, name: 'ignored', bytes: sdxFile(9, 3) })).revision).toBe(2)
    good(await undo(owner, list.id))
    expect(good(await getList(owner, list.id)).channels).toBe(8)
  })

  it('is a new list under a free name when the loaded one is not its owner’s, and the sixth is C1202', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const system = good(await createList(await makeActor('administrator'), { name: 'S', bytes: sdxFile(3), fileName: null }))
    const made = []
    for (let at = 0; at < 6; at++) made.push(await saveFromBox(box, { listId: at % 2 === 0 ? system.id : null, name: 'A box with a long name', bytes: sdxFile(4 + at) }))
    expect(made.slice(0, 5).map((result) => good(result).name)).toEqual(['A box with a long na', 'A box with a long 2', 'A box with a long 3', 'A box with a long 4', 'A box with a long 5'])
    expect(made.slice(0, 5).every((result) => result.ok && result.value.kind === 'user')).toBe(true)
    expect(codeOf(made[5] ?? { ok: true })).toBe('C1202')
    expect(good(await getList(owner, system.id)).revision).toBe(1)
  })

  it('is kept whole over 2000 channels, and flagged', async () => {
    const owner = await makeActor()
    expect(good(await saveFromBox(await makeBox(owner), { listId: null, name: 'Big', bytes: sdxFile(2500) }))).toMatchObject({ channels: 2500, overLimit: true })
  })

  it('is refused while the box is not bound, and when it is no list', async () => {
    expect(codeOf(await saveFromBox(await makeBox(null), { listId: null, name: 'x', bytes: sdxFile(2) }))).toBe('D1101')
    expect(codeOf(await saveFromBox(await makeBox(await makeActor()), { listId: null, name: 'x', bytes: new TextEncoder().encode('nothing') }))).toBe('C1112')
  })
})
