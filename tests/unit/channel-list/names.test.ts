/**
 * Channel names in other languages. They are cells of a list, which an upload sets in one change. They are chosen per
 * list and per box; the tests check what a box gets and what happens to its saves.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withEngine } from '~/engine/engine.server'
import { joinNames, splitNames } from '~/engine/state-names'
import {
  applyOperations,
  chooseBoxNames,
  chooseNames,
  compactRevisions,
  copyList,
  createList,
  exportFile,
  findListRoom,
  findNameLanguages,
  findNames,
  getList,
  moveUploadedNames,
  nameTable,
  readList,
  readWithDetails,
  removeNames,
  replaceFile,
  previewReconcile,
  mergeConflictCopy,
  saveFromBox,
  setNames,
  stopEngineThreads,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { startPairing } from '~/modules/device/device.server'
import { memory } from '~/modules/stb/memory.server'
import { connectStb, fetchList, findBoxByToken, saveBoxList } from '~/modules/stb/stb.server'
import { closeDatabase, db } from '~/platform/db.server'
import { chlFile, codeOf, good, makeActor, makeBox, putOut, sdxFile } from './people'

beforeAll(connectStb)
afterAll(async () => {
  await stopEngineThreads()
  await closeDatabase()
})

const withName = (names: readonly string[], at: number, name: string): string[] =>
  names.map((one, place) => (place === at ? name : one))
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const asTable = { language: null, replace: true } as const
const languagesOf = async (actor: Actor, id: string) => good(await findNameLanguages(actor, id)).languages
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readWithDetails(actor, id, (view) => view.rows({}, { page: 1, size: 100 }).items)).value.map(
    ({ name }) => name,
  )
const fileNames = (bytes: Uint8Array): Promise<string[]> =>
  withEngine((engine) => {
    const opened = engine.open(bytes)
    if (!opened.ok) throw new Error(opened.refusal)
    return opened.list.names()
  })

/** A published list: its first two channels have Arabic names, the first also a Persian one. */
const makeNamed = async (bytes = chlFile(12)) => {
  const admin = await makeActor('administrator')
  const { id } = good(await createList(admin, { name: 'Sky', bytes, fileName: null }))
  const original = good(await readList(admin, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items)).map(
    ({ name }) => name,
  )
  const taken = good(
    await setNames(admin, id, {
      bytes: bytesOf(`number,name,ar,fa\n1,,القناة الأولى,کانال یک\n2,,"القناة, الثانية",\n99,,لا أحد,\n`),
      ...asTable,
    }),
  )
  await putOut(admin, { id })
  return { admin, id, original, taken }
}

describe('the names of a list', () => {
  it('are read from a table by number in one undoable change; rows that match no channel are reported', async () => {
    const { admin, id, taken } = await makeNamed()
    const counts = { changed: 0, same: 0, gone: 0 }
    expect(taken).toMatchObject({
      languages: [
        { language: 'ar', fresh: 2, ...counts },
        { language: 'fa', fresh: 1, ...counts },
      ],
      odd: { none: 1, several: 0, refused: 0 },
      lines: [{ line: 4, text: '99 · لا أحد', why: 'none' }],
      edited: { revision: 2, undoTo: 1 },
    })
    expect(good(await findNameLanguages(admin, id))).toEqual({
      total: 12,
      languages: [
        { language: 'ar', channels: 2 },
        { language: 'fa', channels: 1 },
      ],
    })
    expect(
      good(await getList(admin, id)).lastEdit.steps.map(({ op, language, count }) => [op, language, count]),
    ).toEqual([
      ['names-in', 'ar', 2],
      ['names-in', 'fa', 1],
    ])
    good(await undo(admin, id, {}))
    expect(await languagesOf(admin, id)).toEqual([])
  })

  it('replace names in their languages or join them, as the preview says', async () => {
    const { admin, id } = await makeNamed()
    const bytes = bytesOf('number,ar\n1,غير\n3,ثالثة\n')
    const told = { language: 'ar', fresh: 1, changed: 1, same: 0 }
    expect(good(await setNames(admin, id, { bytes, ...asTable, look: true }))).toMatchObject({
      languages: [{ ...told, gone: 1 }],
      edited: null,
    })
    expect(good(await setNames(admin, id, { bytes, language: null, replace: false })).languages).toEqual([
      { ...told, gone: 0 },
    ])
    expect(await languagesOf(admin, id)).toEqual([
      { language: 'ar', channels: 3 },
      { language: 'fa', channels: 1 },
    ])
    expect(good(await setNames(admin, id, { bytes, language: null, replace: false })).edited).toBeNull()
    expect(good(await setNames(admin, id, { bytes, ...asTable })).languages).toMatchObject([{ same: 2, gone: 1 }])
  })

  it('are matched by name only, unless two channels share it', async () => {
    const { admin, id, original } = await makeNamed()
    good(
      await applyOperations(admin, id, {
        base: 2,
        operations: [
          {
            op: 'names',
            names: [
              [4, 'Twin'],
              [5, 'twin'],
            ],
          },
        ],
      }),
    )
    const text = `${original[6]}\tستة\nTWIN\tتوأم\n8\tثمانية\n`
    const taken = good(await setNames(admin, id, { bytes: bytesOf(text), language: 'ar', replace: false }))
    expect(taken.odd).toEqual({ none: 0, several: 1, refused: 0 })
    expect(new Map(good(await findNames(admin, id, 'ar')).names)).toEqual(
      new Map([
        [0, 'القناة الأولى'],
        [1, 'القناة, الثانية'],
        [6, 'ستة'],
        [7, 'ثمانية'],
      ]),
    )
  })

  it('are shown only to those who chose them; the list is unchanged', async () => {
    const { admin, id, original } = await makeNamed()
    const person = await makeActor()
    good(await chooseNames(person, id, 'ar'))
    expect(await namesOf(person, id)).toEqual(['القناة الأولى', 'القناة, الثانية', ...original.slice(2)])
    expect(await namesOf(admin, id)).toEqual(original)
    expect(await fileNames(good(await exportFile(person, id)).bytes)).toEqual(original)
    expect((await fileNames(good(await exportFile(person, id, { names: 'ar' })).bytes)).slice(0, 2)).toEqual([
      'القناة الأولى',
      'القناة, الثانية',
    ])
    good(await chooseNames(person, id, null))
    expect(await namesOf(person, id)).toEqual(original)
  })

  it('find their channels in a replaced file, and go along with a copy', async () => {
    const { admin, id, original } = await makeNamed(chlFile(12))
    const { etag } = good(await exportFile(admin, id))
    const moved = await withEngine((engine) => {
      const opened = engine.open(chlFile(12))
      if (!opened.ok) throw new Error(opened.refusal)
      opened.list.apply([{ op: 'move', ids: [0], to: 12 }])
      return opened.list.write('chl').bytes.slice()
    })
    good(await replaceFile(admin, id, { bytes: moved, fileName: null, ifMatch: etag }))
    const places = good(await readList(admin, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items))
    const named = new Map(good(await findNames(admin, id, 'ar')).names)
    expect(places.flatMap(({ id: channel, name }) => (named.has(channel) ? [[name, named.get(channel)]] : []))).toEqual(
      [
        [original[1], 'القناة, الثانية'],
        [original[0], 'القناة الأولى'],
      ],
    )
    const person = await makeActor()
    const source = await makeNamed()
    good(await chooseNames(person, source.id, 'fa'))
    const copy = good(await copyList(person, source.id, { name: 'Mine' }))
    expect((await namesOf(person, copy.id))[0]).toBe('کانال یک')
  })

  it('are taken from the same list in another language, and exported as a table that imports the same', async () => {
    const { admin, id } = await makeNamed()
    const english = await withEngine((engine) => {
      const opened = engine.open(chlFile(12))
      if (!opened.ok) throw new Error(opened.refusal)
      opened.list.apply([{ op: 'names', names: [[3, 'In English']] }])
      return opened.list.write('chl').bytes.slice()
    })
    expect(codeOf(await setNames(admin, id, { bytes: english, ...asTable }))).toBe('A0422')
    good(await setNames(admin, id, { bytes: english, language: 'en', replace: true }))
    expect(good(await findNames(admin, id, 'en')).names).toEqual([[3, 'In English']])
    const table = good(await nameTable(admin, id)).text
    const other = good(await createList(admin, { name: 'Other', bytes: chlFile(12), fileName: null }))
    good(await setNames(admin, other.id, { bytes: bytesOf(table), ...asTable }))
    for (const language of ['ar', 'fa', 'en'] as const)
      expect(good(await findNames(admin, other.id, language)).names).toEqual(
        good(await findNames(admin, id, language)).names,
      )
  })

  it.each([
    ['nothing', '', 'C1112'],
    ['a text', 'hello', 'A0422'],
    ['a table without a language', 'number,title\n1,A\n', 'A0422'],
    ['bytes', '\u0000\u0001,\u0002', 'C1112'],
  ])('cannot be read from %s', async (_, text, code) => {
    const { admin, id } = await makeNamed()
    expect(codeOf(await setNames(admin, id, { bytes: bytesOf(text), ...asTable }))).toBe(code)
  })

  it('are refused if too long or not displayable; the others are taken', async () => {
    const { admin, id } = await makeNamed()
    const taken = good(
      await setNames(admin, id, {
        bytes: bytesOf(`number;ar\n1;${'ن'.repeat(51)}\n2;‮مقلوب\n3;سليم\n`),
        ...asTable,
      }),
    )
    expect(taken).toMatchObject({ languages: [{ language: 'ar', fresh: 1, gone: 2 }], odd: { none: 0, refused: 2 } })
    good(await removeNames(admin, id, 'ar'))
    expect((await languagesOf(admin, id)).map(({ language }) => language)).toEqual(['fa'])
    expect(codeOf(await setNames(await makeActor(), id, { bytes: bytesOf('number,ar\n1,س'), ...asTable }))).toBe(
      'C1108',
    )
  })
})

describe('many names', () => {
  it('are stored once for all revisions that have them, and deleted with the last one', async () => {
    const owner = await makeActor()
    const { id } = good(await createList(owner, { name: 'Many', bytes: chlFile(80), fileName: null }))
    const lines = Array.from({ length: 80 }, (_, at) => `${at + 1},القناة رقم ${at + 1} من هذه القائمة,Nom ${at + 1}`)
    good(await setNames(owner, id, { bytes: bytesOf(`number,ar,fr\n${lines.join('\n')}`), ...asTable }))
    const fourth = { op: 'names-in', language: 'ar', names: [[3, 'رابعة']] } as const
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [7], value: true }] }))
    good(await applyOperations(owner, id, { base: 3, operations: [{ ...fourth, names: [[3, 'رابعة']] }] }))
    good(await undo(owner, id, {}))
    const rows = await db.listRevision.findMany({ where: { listId: id }, orderBy: { number: 'asc' } })
    const [none, first, locked, renamed, undone] = rows.map(({ namesId }) => namesId)
    expect([none, locked, undone]).toEqual([null, first, first])
    expect(renamed).not.toBe(first)
    expect(Math.max(...rows.map(({ state }) => state.length))).toBeLessThan(400)
    expect(await languagesOf(owner, id)).toEqual([
      { language: 'ar', channels: 80 },
      { language: 'fr', channels: 80 },
    ])
    const { usedBytes } = await findListRoom(owner.userId)
    expect(usedBytes).toBeGreaterThan(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0) + 1000)
    await db.channelList.delete({ where: { id } })
    await compactRevisions()
    expect(await db.stateNames.count({ where: { id: { in: [first ?? '', renamed ?? ''] } } })).toBe(0)
  })

  it('are stored outside a state, which is restored to the same bytes', async () => {
    const state = await withEngine((engine) => {
      const opened = engine.open(chlFile(12))
      if (!opened.ok) throw new Error(opened.refusal)
      opened.list.apply([
        {
          op: 'names-in',
          language: 'ar',
          names: [
            [1, '["channel.name.fa",['],
            [2, 'ب'],
          ],
        },
        { op: 'set', target: 'channel', ids: [3], field: 'provider', value: 'channel.name.ar' },
        { op: 'numbers', numbers: [[4, 9]] },
        { op: 'move', ids: [0], to: 9 },
      ])
      return opened.list.state()
    })
    const split = splitNames(state)
    expect(Buffer.from(split?.state ?? []).includes('ب')).toBe(false)
    expect(Buffer.compare(joinNames(split?.state ?? state, split?.names ?? state), state)).toBe(0)
    const without = await withEngine((engine) => {
      const opened = engine.open(chlFile(12), { state: split?.state ?? state })
      return opened.ok && opened.list.namesIn('ar').every((name) => name === null) && opened.list.numbers()[3] === 9
    })
    expect(without).toBe(true)
    expect(splitNames(split?.state ?? state)).toBeNull()
  })
})

describe('names that were uploaded before they became cells', () => {
  /** A row as it was stored then. */
  const store = (listId: string, language: string, entries: object[]) => {
    const plain = new TextEncoder().encode(JSON.stringify(entries))
    const facts = { entries: plain, codec: null, size: plain.length, digest: language, channels: entries.length }
    return db.listNames.create({ data: { listId, language, ...facts } })
  }

  it('become one change of their list; edited names stay and nothing is lost', async () => {
    const admin = await makeActor('administrator')
    const { id } = good(await createList(admin, { name: 'Old', bytes: chlFile(12), fileName: null }))
    const rows = good(await readList(admin, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items))
    const entryOf = (at: number, text: string, name = rows[at]?.name ?? '') => {
      const { angle, satelliteName, sid, frequencyKHz, polarisation } = rows[at] ?? rows[0]!
      const place = `${angle === null ? `n${satelliteName?.toLowerCase() ?? ''}` : `a${angle}`} ${sid ?? -1}`
      return { place, frequencyKHz, polarisation, name, text }
    }
    good(
      await applyOperations(admin, id, {
        base: 1,
        operations: [
          { op: 'set', target: 'channel', ids: [1], field: 'name.ar', value: 'edited' },
          { op: 'delete', ids: [2] },
        ],
      }),
    )
    await store(id, 'ar', [
      entryOf(0, 'one'),
      entryOf(1, 'hidden'),
      entryOf(2, 'of a deleted one'),
      entryOf(3, 'renamed since', 'Its name then'),
    ])
    await store(id, 'fa', [entryOf(0, 'یک')])
    expect(await moveUploadedNames()).toEqual({ lists: 1, names: 3, left: 2 })
    expect(good(await findNames(admin, id, 'ar')).names).toEqual([
      [0, 'one'],
      [1, 'edited'],
    ])
    expect(good(await findNames(admin, id, 'fa')).names).toEqual([[0, 'یک']])
    const list = good(await getList(admin, id))
    expect([list.revision, list.undoTo, list.lastEdit.steps.length]).toEqual([3, 2, 2])
    good(await applyOperations(admin, id, { base: 3, operations: [{ op: 'restore', ids: [2] }] }))
    expect(new Map(good(await findNames(admin, id, 'ar')).names).get(2)).toBe('of a deleted one')
    // Names that matched no channel are kept, and not tried again.
    const left = await db.listNames.findMany({ where: { listId: id } })
    expect(left.map(({ language, channels, leftAt }) => [language, channels, leftAt !== null])).toEqual([
      ['ar', 2, true],
    ])
    expect(await moveUploadedNames()).toEqual({ lists: 0, names: 0, left: 0 })
    good(await undo(admin, id, {}))
    good(await undo(admin, id, {}))
    expect((await languagesOf(admin, id)).map(({ channels }) => channels)).toEqual([1])
  })
})

describe('a box', () => {
  const pair = async (sn: string): Promise<string> =>
    (await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })).token

  it('gets the names chosen for it, else for the list; its tag names them, and no cached copy outlives the choice', async () => {
    const { id, original } = await makeNamed(sdxFile(12))
    const owner = await makeActor()
    const [kitchen, bedroom] = [await makeBox(owner), await makeBox(owner)]
    const tokens = { kitchen: await pair(kitchen.sn), bedroom: await pair(bedroom.sn) }
    const get = async (box: keyof typeof tokens) => {
      const facts = good(await findBoxByToken(tokens[box]))
      const list = good(await fetchList(facts, id, 'chl'))
      const hot = memory.peekList(facts, id, 'chl')
      expect(hot?.file.etag).toBe(list.file.etag)
      return { tag: list.file.etag, first: (await fileNames(list.file.bytes))[0] }
    }
    const plain = await get('kitchen')
    expect(plain.first).toBe(original[0])
    good(await chooseNames(owner, id, 'ar'))
    expect(memory.peekBox(tokens.kitchen)).toBeUndefined()
    const arabic = await get('kitchen')
    expect(arabic.first).toBe('القناة الأولى')
    expect(arabic.tag).not.toBe(plain.tag)
    good(await chooseBoxNames(owner, bedroom.sn, 'fa'))
    expect((await get('bedroom')).first).toBe('کانال یک')
    expect(await get('kitchen')).toEqual(arabic)
    good(await chooseBoxNames(owner, bedroom.sn, 'original'))
    expect(await get('bedroom')).toEqual(plain)
    good(await chooseBoxNames(owner, bedroom.sn, null))
    expect(await get('bedroom')).toEqual(arabic)
    expect(codeOf(await chooseBoxNames(await makeActor(), bedroom.sn, 'fa'))).toBe('I1402')
  })

  /** A user's list with chosen Arabic names for the first two channels, and a box that has loaded it. */
  const lent = async (bytes = chlFile(12)) => {
    const owner = await makeActor()
    const { id } = good(await createList(owner, { name: 'Mine', bytes, fileName: null }))
    const table = bytesOf('number,ar\n1,الأولى\n2,الثانية\n')
    good(await setNames(owner, id, { bytes: table, ...asTable }))
    good(await chooseNames(owner, id, 'ar'))
    const { sn } = await makeBox(owner)
    const box = good(await findBoxByToken(await pair(sn)))
    const file = good(await fetchList(box, id, 'chl')).file
    const original = good(await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items)).map(
      ({ name }) => name,
    )
    const edit = (operations: Parameters<typeof applyOperations>[2]['operations'], bytes = file.bytes) =>
      withEngine((engine) => {
        const opened = engine.open(bytes)
        if (!opened.ok) throw new Error(opened.refusal)
        const done = opened.list.apply(operations)
        if (!done.ok) throw new Error(done.code)
        return opened.list.write('chl').bytes.slice()
      })
    const save = async (bytes: Uint8Array, loaded = 2) =>
      good(
        await saveFromBox(
          { sn, userId: owner.userId, vnoId: null, proven: true, claimed: false },
          { listId: id, loaded, language: 'ar', name: '', bytes },
        ),
      )
    const own = () =>
      readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name))
    const arabic = async () => good(await findNames(owner, id, 'ar')).names.map(([, name]) => name)
    return { owner, id, sn, box, file, original, edit, save, own, arabic }
  }

  it('changes nothing by saving what it was given in a language', async () => {
    const { file, save, own, original, arabic, id, owner } = await lent()
    expect(await fileNames(file.bytes)).toEqual(['الأولى', 'الثانية', ...original.slice(2)])
    expect((await save(new Uint8Array(file.bytes))).saved).toBe(2)
    expect(good(await own())).toEqual(original)
    expect(await arabic()).toEqual(['الأولى', 'الثانية'])
    expect(good(await getList(owner, id)).revision).toBe(2)
  })

  it('restores a channel’s own name, even one longer than the limit for new names', async () => {
    const text = new TextDecoder().decode(chlFile(12))
    const [first = ''] = (await lent()).original
    const long = 'A very long name of a channel, '.repeat(4).trim()
    const { edit, save, own, original, arabic } = await lent(bytesOf(text.replace(JSON.stringify(first), `"${long}"`)))
    expect(original[0]).toBe(long)
    await save(await edit([{ op: 'move', ids: [0], to: 12 }]))
    expect(good(await own())).toEqual([...original.slice(1), long])
    expect(await arabic()).toEqual(['الثانية', 'الأولى'])
  })

  it('saves renamed channels as names in that language, or as own names if a channel has none there', async () => {
    const { edit, save, own, original, arabic } = await lent()
    const bytes = await edit([
      {
        op: 'names',
        names: [
          [1, 'أخرى'],
          [4, 'Its own'],
        ],
      },
      { op: 'move', ids: [0], to: 12 },
    ])
    expect(await save(bytes)).toMatchObject({ saved: 3, revision: 3 })
    const expected = withName(original, 4, 'Its own')
    expect(good(await own())).toEqual([...expected.slice(1), expected[0]])
    expect(await arabic()).toEqual(['أخرى', 'الأولى'])
    // Saved again, without loading it in between.
    expect((await save(bytes, 3)).saved).toBe(3)
  })

  it('is merged when the list has changed in the meantime, losing neither side’s names', async () => {
    const { owner, id, edit, save, own, original, arabic } = await lent()
    good(
      await applyOperations(owner, id, {
        base: 2,
        operations: [
          { op: 'rename', id: 5, name: 'In the cloud' },
          { op: 'names-in', language: 'ar', names: [[2, 'ثالثة']] },
        ],
      }),
    )
    const kept = await save(
      await edit([
        {
          op: 'names',
          names: [
            [0, 'من الجهاز'],
            [6, 'At the box'],
          ],
        },
      ]),
    )
    expect(kept.saved).not.toBe(kept.revision)
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({ total: 0, counts: { name: 2 } })
    good(await mergeConflictCopy(owner, id, { base: kept.revision, revision: kept.saved, choices: [] }))
    expect(good(await own())).toEqual(withName(withName(original, 5, 'In the cloud'), 6, 'At the box'))
    expect(await arabic()).toEqual(['من الجهاز', 'الثانية', 'ثالثة'])
  })

  it('makes the owner choose if both the box and the cloud changed a name', async () => {
    const { owner, id, edit, save, arabic } = await lent()
    good(
      await applyOperations(owner, id, {
        base: 2,
        operations: [{ op: 'names-in', language: 'ar', names: [[0, 'من السحابة']] }],
      }),
    )
    const kept = await save(await edit([{ op: 'names', names: [[0, 'من الجهاز']] }]))
    const preview = good(await previewReconcile(owner, id))
    expect(preview?.clashes).toMatchObject([
      { key: 'name.ar.0', field: 'name.ar', values: { mine: 'من السحابة', theirs: 'من الجهاز' }, default: 'mine' },
    ])
    const asked = { base: kept.revision, revision: kept.saved }
    good(await mergeConflictCopy(owner, id, { ...asked, choices: [['name.ar.0', 'theirs']] }))
    expect((await arabic())[0]).toBe('من الجهاز')
  })

  it('turns a saved ready-made list into its owner’s list with the channels’ own names', async () => {
    const { id, original } = await makeNamed()
    const owner = await makeActor()
    good(await chooseNames(owner, id, 'ar'))
    const { sn } = await makeBox(owner)
    const box = good(await findBoxByToken(await pair(sn)))
    const { file, revision } = good(await fetchList(box, id, 'chl'))
    const saved = good(
      await saveBoxList(box, {
        listId: id,
        loaded: revision,
        name: 'From it',
        typed: true,
        bytes: new Uint8Array(file.bytes),
      }),
    )
    expect(saved.id).not.toBe(id)
    const rows = good(await readList(owner, saved.id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items))
    expect(rows.map(({ name }) => name)).toEqual(original)
    expect((await languagesOf(owner, saved.id)).map(({ channels }) => channels)).toEqual([2, 1])
    expect((await namesOf(owner, saved.id))[0]).toBe('القناة الأولى')
  })
})
