/** A list's life cycle: creating, naming, limits, copying, deleting, restoring, and access rights. */
import { describe, expect, it } from 'vitest'
import { db } from '~/platform/db.server'
import { nowMs, replaceClock, dayMs } from '~/platform/clock.server'
import { ok } from '~/errors/table'
import {
  applyOperations,
  compactRevisions,
  copyList,
  createList,
  deleteList,
  exportFile,
  findDeleted,
  findLists,
  findRevisions,
  getList,
  listChanged,
  readList,
  renameList,
  restoreList,
  undo,
  unlessUseless,
  type KeepCounts,
} from '~/modules/channel-list/channel-list.server'
import { chlFile, codeOf, good, makeActor, makeBox, makeVno, putOut, sdxFile } from './people'

describe('creating a list', () => {
  it('stores the file and returns what was read', async () => {
    const owner = await makeActor()
    const list = good(await createList(owner, { name: 'Evening', bytes: sdxFile(120), fileName: 'C:\\lists\\my.sdx' }))
    expect(list).toMatchObject({
      name: 'Evening',
      kind: 'user',
      revision: 1,
      dialect: 'satcodx',
      format: 'sdx',
      version: '103',
      channels: 120,
      errors: 0,
      owned: true,
      canChange: true,
      undoTo: null,
      fileName: 'my.sdx',
    })
    expect(list.tv + list.radio).toBe(120)
    expect(list.lastEdit).toMatchObject({ kind: 'import', author: { name: owner.userName } })
  })

  it('returns the uploaded bytes and file name until the list is edited', async () => {
    const owner = await makeActor()
    const bytes = sdxFile(90)
    const list = good(await createList(owner, { name: 'Same', bytes, fileName: 'uploaded_service_list.sdx' }))
    const file = good(await exportFile(owner, list.id))
    expect(Buffer.compare(file.bytes, bytes)).toBe(0)
    expect(file).toMatchObject({ fileName: 'uploaded_service_list.sdx', format: 'sdx', losses: [] })
    expect(file.etag).toMatch(/^"[\w-]+"$/)
  })

  it('refuses a file that is not a list with C1112 and the cause, and stores nothing', async () => {
    const owner = await makeActor()
    const refused = await createList(owner, {
      name: 'Picture',
      bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]),
      fileName: 'a.png',
    })
    expect(refused).toMatchObject({ ok: false, code: 'C1112', field: 'file', data: { cause: 'image' } })
    expect(codeOf(await createList(owner, { name: 'Empty', bytes: new Uint8Array(), fileName: null }))).toBe('C1112')
    expect(
      codeOf(await createList(owner, { name: 'Huge', bytes: new Uint8Array(16 * 1024 * 1024 + 1), fileName: null })),
    ).toBe('A0413')
    expect(await db.channelList.count({ where: { ownerId: owner.userId } })).toBe(0)
  })

  it.each([
    ['', 'C1110'],
    ['   ', 'C1110'],
    ['a\u0007b', 'C1110'],
    ['x'.repeat(21), 'C1110'],
    ['👨‍👩‍👧‍👦'.repeat(20), 'no failure'],
    ['قائمة المساء', 'no failure'],
  ])('allows names of 1 to 20 characters as people count them (%j)', async (name, code) => {
    expect(codeOf(await createList(await makeActor(), { name, bytes: sdxFile(3), fileName: null }))).toBe(code)
  })

  it('refuses a name that the owner already uses, ignoring case and width, and allows it to others', async () => {
    const owner = await makeActor()
    good(await createList(owner, { name: 'Straße', bytes: sdxFile(3), fileName: null }))
    for (const name of ['STRASSE', 'straße', ' Ｓｔｒａße '])
      expect(codeOf(await createList(owner, { name, bytes: sdxFile(3), fileName: null }))).toBe('C1125')
    good(await createList(await makeActor(), { name: 'Straße', bytes: sdxFile(3), fileName: null }))
  })

  it('allows at most five lists per account, even if ten arrive at once', async () => {
    const owner = await makeActor()
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        createList(owner, { name: `List ${at}`, bytes: sdxFile(5), fileName: null }),
      ),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(5)
    expect(new Set(made.filter(({ ok }) => !ok).map((result) => codeOf(result)))).toEqual(new Set(['C1202']))
  })

  it('accepts exactly one of two lists with the same name that arrive at once', async () => {
    const owner = await makeActor()
    const made = await Promise.all(
      [1, 2].map(() => createList(owner, { name: 'Twin', bytes: sdxFile(5), fileName: null })),
    )
    expect(made.map((result) => codeOf(result)).sort()).toEqual(['C1125', 'no failure'])
  })
})

describe('a file of more than 2000 channels', () => {
  const big = sdxFile(2300)

  it('is refused with Q2202 and the counts to choose from', async () => {
    const refused = await createList(await makeActor(), { name: 'Big', bytes: big, fileName: null })
    expect(codeOf(refused)).toBe('Q2202')
    const counts = (refused.ok ? undefined : refused.data) as KeepCounts
    expect(counts).toMatchObject({ channels: 2300, limit: 2000 })
    expect(counts.tv + counts.radio + counts.data + counts.other).toBe(2300)
    expect(counts.satellites.reduce((sum, { channels }) => sum + channels, 0)).toBe(2300)
  })

  it('is accepted with a rule for what to keep; its bytes are stored whole, but undo never brings the rest back', async () => {
    const owner = await makeActor()
    const list = good(await createList(owner, { name: 'Big', bytes: big, fileName: null, keep: ['first:2000'] }))
    expect(list).toMatchObject({ channels: 2000, overLimit: false, undoTo: null })
    const file = good(await exportFile(owner, list.id))
    expect(Buffer.compare(file.bytes, big.subarray(0, 2000 * 128))).toBe(0)
    expect(codeOf(await undo(owner, list.id))).toBe('C1105')
  })

  it('is narrowed down by every repeated rule', async () => {
    const owner = await makeActor()
    const list = good(
      await createList(owner, {
        name: 'Narrow',
        bytes: big,
        fileName: null,
        keep: ['type:tv', 'free', 'satellite:192,130', 'first:100'],
      }),
    )
    const rows = good(await readList(owner, list.id, {}, (view) => view.rows({}, { page: 1, size: 100 }))).items
    expect(rows).toHaveLength(100)
    expect(
      rows.every((row) => row.type === 'tv' && row.scrambled === false && (row.angle === 192 || row.angle === 130)),
    ).toBe(true)
  })

  it.each([
    [['free'], 'no failure'],
    [['first:2001'], 'C1111'],
    [['satellite:1'], 'C1111'],
    [['everything'], 'A0422'],
    [['type:tv', 'type:radio'], 'C1111'],
    [['type:0', 'type:1'], 'C1111'],
    [['type:0', 'type:tv', 'first:2000'], 'no failure'],
    [['type:2'], 'A0422'],
  ])('with the rule %j gets %s', async (keep, code) => {
    expect(codeOf(await createList(await makeActor(), { name: 'Kept', bytes: big, fileName: null, keep }))).toBe(code)
  })

  it('is only one above 2000: exactly 2000 are accepted without asking', async () => {
    expect(
      good(await createList(await makeActor(), { name: 'Edge', bytes: sdxFile(2000), fileName: null })).channels,
    ).toBe(2000)
  })
})

describe('copying, renaming, deleting, restoring', () => {
  it('copies a System list as one’s own, with its edits but without its history', async () => {
    const administrator = await makeActor('administrator')
    const customer = await makeActor()
    const system = await putOut(
      administrator,
      good(await createList(administrator, { name: 'For all', bytes: chlFile(60), fileName: 'all.chl' })),
    )
    expect(system.kind).toBe('system')
    const first = good(await readList(customer, system.id, {}, (view) => view.rows({}, { page: 1, size: 10 }).items[0]))
    good(
      await applyOperations(administrator, system.id, {
        base: 1,
        operations: [{ op: 'rename', id: first?.id ?? 0, name: 'Renamed' }],
      }),
    )
    await putOut(administrator, system)
    const copy = good(await copyList(customer, system.id, { name: 'Mine' }))
    expect(copy).toMatchObject({ kind: 'user', owned: true, canChange: true, revision: 1, undoTo: null, channels: 60 })
    expect(good(await readList(customer, copy.id, {}, (view) => view.channel(first?.id ?? 0)))?.name).toBe('Renamed')
  })

  it('renames a list, and refuses a name that is taken or invalid', async () => {
    const owner = await makeActor()
    const [one, two] = [
      good(await createList(owner, { name: 'One', bytes: sdxFile(4), fileName: null })),
      good(await createList(owner, { name: 'Two', bytes: sdxFile(4), fileName: null })),
    ]
    expect(good(await renameList(owner, one.id, ' Uno ')).name).toBe('Uno')
    expect(codeOf(await renameList(owner, two.id, 'UNO'))).toBe('C1125')
    expect(codeOf(await renameList(owner, two.id, ''))).toBe('C1110')
    expect(good(await renameList(owner, two.id, 'TWO')).revision).toBe(1)
  })

  it('deletes a list for 30 days, freeing its place and name and clearing the boxes’ choice', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const list = good(await createList(owner, { name: 'Gone', bytes: sdxFile(4), fileName: null }))
    await db.device.update({ where: { sn: box.sn }, data: { activeListId: list.id } })
    good(await deleteList(owner, list.id))
    expect((await db.device.findUniqueOrThrow({ where: { sn: box.sn } })).activeListId).toBeNull()
    expect(codeOf(await getList(owner, list.id))).toBe('C1101')
    expect(codeOf(await deleteList(owner, list.id))).toBe('C1101')
    expect((await findDeleted(owner, { page: 1, size: 10 })).items.map(({ id }) => id)).toEqual([list.id])
    const second = good(await createList(owner, { name: 'Gone', bytes: sdxFile(4), fileName: null }))
    expect(codeOf(await restoreList(owner, list.id))).toBe('C1125')
    expect(good(await restoreList(owner, list.id, { name: 'Back' }))).toMatchObject({
      name: 'Back',
      deletedAt: null,
      channels: 4,
    })
    good(await deleteList(owner, second.id))
    good(await deleteList(owner, list.id))
    await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        createList(owner, { name: `Full ${at}`, bytes: sdxFile(4), fileName: null }),
      ),
    )
    expect(codeOf(await restoreList(owner, list.id))).toBe('C1202')
  })

  it('restores a deleted list whole within 30 days', async () => {
    const owner = await makeActor()
    const list = good(await createList(owner, { name: 'Wanted back', bytes: sdxFile(11, 4712), fileName: null }))
    good(await deleteList(owner, list.id))
    const later = new Date(nowMs() + 29 * dayMs)
    const back = replaceClock({ now: () => later })
    try {
      await compactRevisions()
      good(await restoreList(owner, list.id))
      expect(good(await getList(owner, list.id)).channels).toBe(11)
    } finally {
      back()
    }
  })

  it('purges deleted lists after 30 days, with sources that nothing uses', async () => {
    const owner = await makeActor()
    const list = good(await createList(owner, { name: 'Old', bytes: sdxFile(11, 4711), fileName: null }))
    good(await deleteList(owner, list.id))
    const later = new Date(nowMs() + 31 * dayMs)
    const back = replaceClock({ now: () => later })
    try {
      expect(codeOf(await restoreList(owner, list.id))).toBe('C1101')
      const done = await compactRevisions()
      expect(done.lists).toBeGreaterThanOrEqual(1)
      expect(done.sources).toBeGreaterThanOrEqual(1)
      expect(await db.channelList.count({ where: { id: list.id } })).toBe(0)
    } finally {
      back()
    }
  })

  it('notifies listeners after every committed change, and only then', async () => {
    const owner = await makeActor()
    const heard: string[] = []
    const stop = listChanged.listen(({ listId }) => heard.push(listId))
    const list = good(await createList(owner, { name: 'Heard', bytes: sdxFile(4), fileName: null }))
    good(await applyOperations(owner, list.id, { base: 1, operations: [{ op: 'lock', ids: [0], value: true }] }))
    expect(
      codeOf(await applyOperations(owner, list.id, { base: 2, operations: [{ op: 'lock', ids: [99], value: true }] })),
    ).toBe('C1106')
    good(await renameList(owner, list.id, 'Heard twice'))
    good(await deleteList(owner, list.id))
    good(await restoreList(owner, list.id))
    stop()
    expect(heard.filter((id) => id === list.id)).toHaveLength(5)
  })
})

describe('access rights', () => {
  it('show the author of a published list’s changes only to those who may edit it', async () => {
    const administrator = await makeActor('administrator')
    const list = good(await createList(administrator, { name: 'Published', bytes: sdxFile(3), fileName: null }))
    good(
      await applyOperations(administrator, list.id, { base: 1, operations: [{ op: 'lock', ids: [0], value: true }] }),
    )
    await putOut(administrator, list)
    const nobody = { userId: null, name: null, sn: null, nickname: null }
    const customer = await makeActor()
    expect(good(await getList(customer, list.id))).toMatchObject({
      lastEdit: { author: nobody, steps: [] },
      undoes: null,
    })
    expect(good(await findRevisions(customer, list.id, { page: 1, size: 10 })).items).toMatchObject([
      { number: 2, author: nobody, steps: [] },
    ])
    expect(
      good(await findRevisions(administrator, list.id, { page: 1, size: 10 })).items.map(({ author }) => author.name),
    ).toEqual([administrator.userName, administrator.userName])
  })

  it('show System lists to all, VNO lists to its accounts and box owners, and User lists to their owner', async () => {
    const [vnoId, otherVnoId] = [await makeVno(), await makeVno()]
    const people = {
      owner: await makeActor(),
      stranger: await makeActor(),
      withBox: await makeActor(),
      administrator: await makeActor('administrator'),
      brand: await makeActor('vno', vnoId),
      otherBrand: await makeActor('vno', otherVnoId),
      operator: await makeActor('operator'),
    }
    await makeBox(people.withBox, vnoId)
    const lists = {
      system: good(await createList(people.administrator, { name: 'S', bytes: sdxFile(3), fileName: null })).id,
      vno: good(await createList(people.brand, { name: 'V', bytes: sdxFile(3), fileName: null })).id,
      user: good(await createList(people.owner, { name: 'U', bytes: sdxFile(3), fileName: null })).id,
    }
    await putOut(people.administrator, { id: lists.system })
    await putOut(people.brand, { id: lists.vno })
    const table: Record<string, Record<string, string>> = {}
    for (const [who, actor] of Object.entries(people)) {
      table[who] = {}
      for (const [what, id] of Object.entries(lists)) {
        const sees = (await getList(actor, id)).ok
        expect((await findLists(actor, { page: 1, size: 100 })).items.some((list) => list.id === id)).toBe(sees)
        const changes = codeOf(await renameList(actor, id, `${what} by ${who}`.slice(0, 20)))
        table[who][what] = `${sees ? 'sees' : 'no'} ${changes}`
      }
    }
    const hidden = 'no C1101'
    const seen = 'sees C1108'
    const all = 'sees no failure'
    expect(table).toEqual({
      owner: { system: seen, vno: hidden, user: all },
      stranger: { system: seen, vno: hidden, user: hidden },
      withBox: { system: seen, vno: seen, user: hidden },
      administrator: { system: all, vno: hidden, user: hidden },
      brand: { system: seen, vno: all, user: hidden },
      otherBrand: { system: seen, vno: hidden, user: hidden },
      operator: { system: all, vno: all, user: hidden },
    })
  })

  it('let nobody create lists of another role’s kind', async () => {
    const vnoId = await makeVno()
    const make = async (
      role: 'customer' | 'vno' | 'administrator' | 'operator',
      kind: 'system' | 'vno' | 'user',
      own: string | null = null,
    ) =>
      codeOf(
        await createList(await makeActor(role, own), {
          kind,
          vnoId: kind === 'vno' ? vnoId : null,
          name: 'Kind',
          bytes: sdxFile(3),
          fileName: null,
        }),
      )
    expect(await make('customer', 'system')).toBe('C1108')
    expect(await make('customer', 'vno')).toBe('C1108')
    expect(await make('vno', 'system', vnoId)).toBe('C1108')
    expect(await make('vno', 'vno', await makeVno())).toBe('C1108')
    expect(await make('vno', 'vno', vnoId)).toBe('no failure')
    expect(await make('administrator', 'vno')).toBe('C1108')
    expect(await make('administrator', 'system')).toBe('no failure')
    expect(await make('operator', 'vno')).toBe('no failure')
    expect(await make('operator', 'system')).toBe('no failure')
    expect(await make('customer', 'user')).toBe('no failure')
  })
})

it('a file that holds nothing is C1107, one that is too long for its format A0413', () => {
  const codeOf = (empty: boolean, tooLong: boolean): unknown => {
    const file = unlessUseless(ok({ empty, tooLong, format: 'csv' as const }))
    return file.ok ? null : file
  }
  expect(codeOf(false, false)).toBeNull()
  expect(codeOf(true, false)).toMatchObject({ code: 'C1107', data: { format: 'csv' } })
  expect(codeOf(false, true)).toMatchObject({ code: 'A0413', data: { context: 'format', format: 'csv' } })
})
