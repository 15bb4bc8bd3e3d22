/** Lists and boxes: which lists a box sees, which files it gets, and what its saves do. */
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '~/platform/db.server'
import { flushDeviceFacts, noteFetched, unbindBox } from '~/modules/device/device.server'
import {
  applyOperations,
  boxMaySee,
  createList,
  deleteList,
  exportFile,
  exportForBox,
  findChoosableList,
  findLists,
  findRevisions,
  getList,
  keepMine,
  listsForBox,
  readList,
  restoreList,
  restoreRevision,
  saveFromBox,
  undo,
  conflictCopyKept,
} from '~/modules/channel-list/channel-list.server'
import { languages } from '~/i18n/languages'
import { countUnread, findMessages, listMessages } from '~/modules/message/message.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { notifyOfConflictCopy } from '~/web/lists/conflict-copy-message.server'
import type { Operation } from '~/engine/types'
import { chlFile, codeOf, good, makeActor, makeBox, makeVno, putOut, sdxFile } from './people'
import { compactList } from '~/modules/channel-list/storage/compact.server'

beforeAll(() => {
  connectRenewal()
})

describe('the lists that a box sees', () => {
  it('are System’s, its VNO’s, and its owner’s while it is bound', async () => {
    const vnoId = await makeVno()
    const [administrator, brand, owner, other] = [
      await makeActor('administrator'),
      await makeActor('vno', vnoId),
      await makeActor(),
      await makeActor(),
    ]
    const lists = {
      system: good(await createList(administrator, { name: 'S', bytes: sdxFile(3), fileName: null })).id,
      vno: good(await createList(brand, { name: 'V', bytes: sdxFile(3), fileName: null })).id,
      own: good(await createList(owner, { name: 'U', bytes: sdxFile(3), fileName: null })).id,
      others: good(await createList(other, { name: 'O', bytes: sdxFile(3), fileName: null })).id,
    }
    await putOut(administrator, { id: lists.system })
    await putOut(brand, { id: lists.vno })
    const boxes = {
      public: await makeBox(null),
      branded: await makeBox(null, vnoId),
      bound: await makeBox(owner, vnoId),
    }
    const seen: Record<string, string[]> = {}
    for (const [which, box] of Object.entries(boxes)) {
      const { items, total } = await listsForBox(box, { page: 1, size: 100 })
      expect(items).toHaveLength(total)
      seen[which] = Object.entries(lists)
        .filter(([, id]) => items.some((list) => list.id === id))
        .map(([name]) => name)
      for (const [name, id] of Object.entries(lists))
        expect(boxMaySee(box, good(await exportForBox(id, null)).audience)).toBe(seen[which].includes(name))
    }
    expect(seen).toEqual({ public: ['system'], branded: ['system', 'vno'], bound: ['system', 'vno', 'own'] })
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.own)).toEqual({
      id: lists.own,
      name: 'U',
      kind: 'user',
    })
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.others)).toBeNull()
    expect(await findChoosableList(other.userId, boxes.bound.sn, lists.system)).toBeNull()
    good(await deleteList(owner, lists.own))
    expect(codeOf(await exportForBox(lists.own, null))).toBe('C1101')
    expect(await findChoosableList(owner.userId, boxes.bound.sn, lists.own)).toBeNull()
  })
})

describe('a save from a box', () => {
  it('becomes the next revision of the loaded list and can be undone in the portal', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const list = good(await createList(owner, { name: 'Loaded', bytes: sdxFile(8), fileName: 'x.sdx' }))
    const saved = good(await saveFromBox(box, { listId: list.id, loaded: 1, name: 'ignored', bytes: sdxFile(9, 3) }))
    expect(saved).toMatchObject({ id: list.id, revision: 2, channels: 9, name: 'Loaded' })
    expect(good(await findRevisions(owner, list.id, { page: 1, size: 10 })).items[0]).toMatchObject({
      kind: 'box-save',
      author: { sn: box.sn, name: owner.userName },
    })
    expect(good(await saveFromBox(box, { listId: list.id, name: 'ignored', bytes: sdxFile(9, 3) })).revision).toBe(2)
    good(await undo(owner, list.id))
    expect(good(await getList(owner, list.id)).channels).toBe(8)
  })

  it('becomes a new list with a free name if the loaded list is not the owner’s; the sixth list gets C1202', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const administrator = await makeActor('administrator')
    const system = await putOut(
      administrator,
      good(await createList(administrator, { name: 'S', bytes: sdxFile(3), fileName: null })),
    )
    const made = []
    for (let at = 0; at < 6; at++)
      made.push(
        await saveFromBox(box, {
          listId: at % 2 === 0 ? system.id : null,
          name: 'A box with a long name',
          bytes: sdxFile(4 + at),
        }),
      )
    expect(made.slice(0, 5).map((result) => good(result).name)).toEqual([
      'A box with a long na',
      'A box with a long 2',
      'A box with a long 3',
      'A box with a long 4',
      'A box with a long 5',
    ])
    expect(made.slice(0, 5).every((result) => result.ok && result.value.kind === 'user')).toBe(true)
    expect(codeOf(made[5] ?? { ok: true })).toBe('C1202')
    expect(good(await getList(owner, system.id)).revision).toBe(1)
  })

  it('keeps all channels above 2000 and flags the list', async () => {
    const owner = await makeActor()
    expect(
      good(await saveFromBox(await makeBox(owner), { listId: null, name: 'Big', bytes: sdxFile(2500) })),
    ).toMatchObject({ channels: 2500, overLimit: true })
  })

  it('uses up its key even if nothing changes, in any format; other bytes under that key get A0409', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Keyed', bytes: sdxFile(8), fileName: 'x.sdx' }))
    const other = sdxFile(9, 3)
    const given = async (format: 'sdx' | 'chl') => good(await exportForBox(id, format)).bytes
    const unchanged = [
      { bytes: await given('sdx') },
      { bytes: await given('chl') },
      { bytes: await given('sdx'), part: { ranges: [] } },
      { bytes: await given('chl'), part: { ranges: [] } },
    ]
    const revisions = () => db.listRevision.count({ where: { listId: id } })
    for (const [at, save] of unchanged.entries()) {
      const said = { listId: id, loaded: 1, name: '', batch: `unchanged-save-${at}` }
      const once = good(await saveFromBox(box, { ...said, ...save }))
      expect([at, once.revision, once.saved]).toEqual([at, 1, 1])
      expect([at, codeOf(await saveFromBox(box, { ...said, bytes: other }))]).toEqual([at, 'A0409'])
      expect([at, codeOf(await saveFromBox(box, { ...said, bytes: other, part: { ranges: [] } }))]).toEqual([
        at,
        'A0409',
      ])
      expect(good(await saveFromBox(box, { ...said, ...save })).saved).toBe(1)
    }
    expect(await revisions()).toBe(1)
    // A save equal to the one that already waits also changes nothing.
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [2] }] }))
    const aside = { listId: id, loaded: 1, name: '', bytes: other }
    const first = good(await saveFromBox(box, { ...aside, batch: 'beside-save-1' }))
    expect(first.saved).toBe(3)
    expect(good(await saveFromBox(box, { ...aside, batch: 'beside-save-2' })).saved).toBe(3)
    expect(codeOf(await saveFromBox(box, { ...aside, bytes: sdxFile(5, 4), batch: 'beside-save-2' }))).toBe('A0409')
    // So does a save of the file that the box had loaded, after the list has changed.
    const back = { ...aside, bytes: unchanged[0]?.bytes ?? other, batch: 'loaded-again-1' }
    expect(good(await saveFromBox(box, back)).saved).toBe(1)
    expect(codeOf(await saveFromBox(box, { ...back, bytes: other }))).toBe('A0409')
    expect(await revisions()).toBe(4)
  })

  it('is refused if the box is not bound or the file is not a list', async () => {
    expect(codeOf(await saveFromBox(await makeBox(null), { listId: null, name: 'x', bytes: sdxFile(2) }))).toBe('D1101')
    expect(
      codeOf(
        await saveFromBox(await makeBox(await makeActor()), {
          listId: null,
          name: 'x',
          bytes: new TextEncoder().encode('nothing'),
        }),
      ),
    ).toBe('C1112')
  })
})

describe('a box that saves a list changed since it loaded it', () => {
  const begin = async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const list = good(await createList(owner, { name: 'Shared', bytes: sdxFile(12), fileName: null }))
    good(await applyOperations(owner, list.id, { base: 1, operations: [{ op: 'rename', id: 3, name: 'By hand' }] }))
    const names = async () =>
      good(
        await readList(owner, list.id, {}, (view) =>
          view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name),
        ),
      )
    const save = (loaded: number | null, seed = 3) =>
      saveFromBox(box, { listId: list.id, loaded, name: 'ignored', bytes: sdxFile(9, seed) })
    return { owner, box, id: list.id, names, save }
  }

  it('loses nothing: the owner’s version stays newest, the box’s is kept beside it, and the owner is told', async () => {
    const { owner, box, id, names, save } = await begin()
    expect(good(await save(1))).toMatchObject({
      saved: 3,
      revision: 4,
      channels: 12,
      beside: { revision: 3, sn: box.sn },
    })
    expect(await names()).toContain('By hand')
    const history = good(await findRevisions(owner, id, { page: 1, size: 10 }))
    expect(history.items.map(({ number, kind, channels, author }) => [number, kind, channels, author.sn])).toEqual([
      [4, 'keep', 12, box.sn],
      [3, 'box-save', 9, box.sn],
      [2, 'edit', 12, null],
      [1, 'import', 12, null],
    ])
    // Undo still takes back the owner's edit.
    good(await undo(owner, id, { base: 4 }))
    expect(await names()).not.toContain('By hand')
  })
  it('gets the same if the loaded revision is unknown, and only one revision if it resends the save', async () => {
    const { save } = await begin()
    expect(good(await save(null))).toMatchObject({ saved: 3, revision: 4 })
    expect(good(await save(null))).toMatchObject({ saved: 3, revision: 4 })
    expect(good(await save(3, 4))).toMatchObject({ saved: 5, revision: 6, beside: { revision: 5 } })
  })
  it('lets the owner take or dismiss the box’s version', async () => {
    const one = await begin()
    good(await one.save(1))
    good(await restoreRevision(one.owner, one.id, { revision: 3, base: 4 }))
    expect(await one.names()).toHaveLength(9)
    expect(good(await getList(one.owner, one.id)).beside).toBeNull()
    const other = await begin()
    good(await other.save(1))
    good(await keepMine(other.owner, other.id, { revision: 3 }))
    expect(good(await getList(other.owner, other.id))).toMatchObject({ beside: null, channels: 12, revision: 4 })
    expect(codeOf(await keepMine(await makeActor(), other.id, { revision: 3 }))).toBe('C1101')
  })
  it('is shown as author by the owner’s nickname for it, while he owns it', async () => {
    const { owner, box, id, save } = await begin()
    await db.device.update({ where: { sn: box.sn }, data: { nickname: 'Attic' } })
    expect(good(await save(1))).toMatchObject({ beside: { sn: box.sn, nickname: 'Attic' } })
    const told = { sn: box.sn, nickname: 'Attic' }
    expect(good(await findRevisions(owner, id, { page: 1, size: 10 })).items.map(({ author }) => author)).toMatchObject(
      [told, told, { sn: null, nickname: null }, { sn: null, nickname: null }],
    )
    expect((await findLists(owner, { page: 1, size: 10 })).items[0]?.beside).toEqual({
      revision: 3,
      sn: box.sn,
      nickname: 'Attic',
      earlier: null,
    })
    expect(good(await getList(owner, id)).lastEdit.author).toMatchObject(told)
    const clash = await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 3, name: 'Meets' }] })
    expect(clash).toMatchObject({
      code: 'C1104',
      data: { since: [{ author: told }, { author: told }, { author: { sn: null } }] },
    })
    const next = await makeActor()
    await db.device.update({ where: { sn: box.sn }, data: { userId: next.userId, nickname: 'Theirs' } })
    expect(good(await getList(owner, id)).lastEdit.author).toMatchObject({ sn: box.sn, nickname: null })
  })
  it('sends its owner one message, in every language, however often it resends the save', async () => {
    conflictCopyKept.listen(notifyOfConflictCopy)
    const { owner, box, save } = await begin()
    await db.device.update({ where: { sn: box.sn }, data: { nickname: 'Attic' } })
    good(await save(1))
    good(await save(1))
    const read = async (language: string) =>
      (await findMessages(owner.userId, { page: 1, size: 10, language })).items.map(({ title, text }) =>
        [title, text].map((words) => words.replaceAll(/[\u2066-\u2069]/g, '')),
      )
    expect(await read('en')).toEqual([
      [
        `Box “Attic” (${box.sn}) saved an earlier version of “Shared”`,
        expect.stringMatching(/kept as version 3\.[^]*under “Features”/),
      ],
    ])
    const titles = await Promise.all(languages.map(async ({ tag }) => (await read(tag))[0]?.[0] ?? ''))
    expect(new Set(titles).size).toBe(languages.length)
    expect(titles.every((title) => title.includes(box.sn) && title.includes('Attic') && title.includes('Shared'))).toBe(
      true,
    )
    expect(await countUnread(owner.userId)).toBe(1)
    // A message that was never sent is not in the sent folder.
    expect((await listMessages({ page: 1, size: 100 })).items.map(({ to }) => to)).not.toContain(owner.userName)
    good(await save(1, 5))
    expect(await countUnread(owner.userId)).toBe(2)
  })
  it('replaces the newest version if that is the one it had loaded', async () => {
    const { save } = await begin()
    expect(good(await save(2))).toMatchObject({ saved: 3, revision: 3, channels: 9, beside: null })
  })
  it('leaves its waiting version to the owner, whatever boxes save on top of the newest', async () => {
    const { owner, box, id, save } = await begin()
    good(await save(1))
    const other = await makeBox(owner)
    expect(
      good(await saveFromBox(other, { listId: id, loaded: 4, name: 'ignored', bytes: sdxFile(7, 8) })),
    ).toMatchObject({ saved: 5, revision: 5, beside: { revision: 3, sn: box.sn } })
    expect(good(await save(5, 4))).toMatchObject({ saved: 6, revision: 6, beside: { revision: 3, sn: box.sn } })
    expect(
      good(await findRevisions(owner, id, { page: 1, size: 10 })).items.map(({ number, kind }) => `${number} ${kind}`),
    ).toContain('3 box-save')
  })
  it('leaves its waiting version there even when it saves the newest version itself', async () => {
    const { owner, id, save, box } = await begin()
    good(await save(1))
    good(await save(3, 6))
    good(await restoreRevision(owner, id, { revision: 3, base: 6 }))
    expect(good(await getList(owner, id))).toMatchObject({ revision: 7, beside: { revision: 5, sn: box.sn } })
    expect(good(await save(7))).toMatchObject({ saved: 7, revision: 7, beside: { revision: 5 } })
  })
  it('has its version wait with those of other boxes, newest first, however long the history grows', async () => {
    const { owner, id, save, box } = await begin()
    good(await save(1))
    const other = await makeBox(owner)
    const third = await saveFromBox(other, { listId: id, loaded: 1, name: 'ignored', bytes: sdxFile(7, 8) })
    expect(good(third)).toMatchObject({ saved: 5, revision: 6, beside: { revision: 5, sn: other.sn, earlier: 3 } })
    // The history is at its longest: both versions and what the boxes had loaded are kept.
    await db.$executeRaw`UPDATE "ListRevision" SET "number" = "number" + 600 WHERE "listId" = ${id} AND "number" = 6`
    await db.channelList.update({ where: { id }, data: { revision: 606 } })
    await compactList(id)
    const kept = await db.listRevision.findMany({ where: { listId: id }, orderBy: { number: 'asc' } })
    expect(kept.map(({ number }) => number)).toEqual([1, 3, 5, 606])
    good(await keepMine(owner, id, { revision: 5 }))
    expect(good(await getList(owner, id)).beside).toMatchObject({ revision: 3, sn: box.sn, earlier: null })
    good(await keepMine(owner, id, { revision: 3 }))
    expect(good(await getList(owner, id)).beside).toBeNull()
  })
  it('is told with its second waiting save that an earlier one is in the history, until the owner chooses', async () => {
    const { owner, id, save } = await begin()
    good(await save(1))
    expect(good(await save(3, 4))).toMatchObject({ saved: 5, revision: 6, beside: { revision: 5, earlier: 3 } })
    good(await keepMine(owner, id, { revision: 5 }))
    good(await save(1, 9))
    expect(good(await getList(owner, id)).beside).toMatchObject({ revision: 7, earlier: null })
  })
  it('gets an error for a chosen name of 21 characters instead of a shortened name', async () => {
    const box = await makeBox(await makeActor())
    expect(codeOf(await saveFromBox(box, { listId: null, name: 'n'.repeat(21), typed: true, bytes: sdxFile(3) }))).toBe(
      'C1110',
    )
    expect(
      good(await saveFromBox(box, { listId: null, name: 'n'.repeat(20), typed: true, bytes: sdxFile(3) })).name,
    ).toBe('n'.repeat(20))
  })
})

describe('a box’s chosen list and reported facts', () => {
  it('come back with a restored list, unless another list was chosen or the box changed owner', async () => {
    const owner = await makeActor()
    const [box, other] = [await makeBox(owner), await makeBox(owner)]
    const list = good(await createList(owner, { name: 'Chosen', bytes: sdxFile(5), fileName: null }))
    await db.device.updateMany({ where: { sn: { in: [box.sn, other.sn] } }, data: { activeListId: list.id } })
    good(await deleteList(owner, list.id))
    expect((await db.device.findUniqueOrThrow({ where: { sn: box.sn } })).activeListId).toBeNull()
    good(await unbindBox(owner.userId, other.sn))
    good(await restoreList(owner, list.id))
    expect((await db.device.findUniqueOrThrow({ where: { sn: box.sn } })).activeListId).toBe(list.id)
    expect((await db.device.findUniqueOrThrow({ where: { sn: other.sn } })).activeListId).toBeNull()
  })
  it('are forgotten when the box is unbound: what it loaded, what it reported, its nickname', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    await db.device.update({
      where: { sn: box.sn },
      data: { nickname: 'Attic', deviceId: 'secret-id', cpu: 'c', memory: 'm', flash: 'f', lastSeenAt: new Date() },
    })
    noteFetched(box.sn, 'some-list', 4)
    await flushDeviceFacts()
    noteFetched(box.sn, 'some-list', 5)
    good(await unbindBox(owner.userId, box.sn))
    await flushDeviceFacts()
    expect(await db.device.findUniqueOrThrow({ where: { sn: box.sn } })).toMatchObject({
      nickname: null,
      deviceId: null,
      cpu: null,
      memory: null,
      flash: null,
      lastSeenAt: null,
      fetchedListId: null,
      fetchedRevision: null,
      fetchedAt: null,
      activeListId: null,
    })
  })

  it.each([
    ['SatcoDX', 'chl', sdxFile(6)],
    ['SatcoDX', 'sdx', sdxFile(6)],
    ['.chl', 'sdx', chlFile(12)],
    ['.chl', 'chl', chlFile(12)],
  ] as const)('leave a %s list unchanged when the box sends back the %s file it got', async (_, format, bytes) => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Same', bytes, fileName: null }))
    const edits: Operation[] = [
      { op: 'lock', ids: [1, 3], value: true },
      { op: 'favourite', ids: [1, 2, 4], group: 2, value: true },
      { op: 'group-order', group: 2, order: [4, 1, 2] },
      { op: 'set', target: 'channel', ids: [2], field: 'provider', value: 'Provider' },
    ]
    good(await applyOperations(owner, id, { base: 1, operations: edits }))
    const before = good(await exportFile(owner, id)).bytes
    const given = good(await exportForBox(id, format)).bytes
    const save = () => saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes: given })
    expect(good(await save())).toMatchObject({ id, saved: 2, revision: 2, beside: null })
    expect(good(await exportFile(owner, id)).bytes).toEqual(before)
    // The list has changed since: the loaded revision is part of it, too.
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'rename', id: 5, name: 'Later' }] }))
    expect(good(await save())).toMatchObject({ id, saved: 2, revision: 3, beside: null })
  })
})
