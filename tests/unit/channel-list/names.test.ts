/**
 * Names in other languages: found again by place in the sky, kept where somebody renamed since, chosen by list and by
 * box, and what a box then gets.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withEngine } from '~/engine/engine.server'
import {
  applyOperations,
  chooseBoxNames,
  chooseNames,
  copyList,
  createList,
  exportFile,
  findNames,
  languagesOf,
  nameTable,
  readList,
  readWithDetails,
  removeNames,
  replaceFile,
  setNames,
  stopEngineThreads,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { startPairing } from '~/modules/device/device.server'
import { connectStb, fetchList, findBoxByToken, findHotList } from '~/modules/stb/stb.server'
import { closeDatabase } from '~/platform/db.server'
import { chlFile, codeOf, good, makeActor, makeBox, sdxFile } from './people'

beforeAll(connectStb)
afterAll(async () => {
  await stopEngineThreads()
  await closeDatabase()
})

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
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

/** A published list whose first two channels have Arabic names, the first a Persian one too. */
const makeNamed = async (bytes = chlFile(12)) => {
  const admin = await makeActor('administrator')
  const { id } = good(await createList(admin, { name: 'Sky', bytes, fileName: null }))
  const original = good(await readList(admin, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items)).map(
    ({ name }) => name,
  )
  const taken = good(
    await setNames(admin, id, {
      bytes: bytesOf(`number,name,ar,fa\n1,,القناة الأولى,کانال یک\n2,,"القناة, الثانية",\n99,,لا أحد,\n`),
      language: null,
    }),
  )
  return { admin, id, original, taken }
}

describe('names of a list', () => {
  it('are read from a table by number, and what names nobody is counted', async () => {
    const { id, taken } = await makeNamed()
    expect(taken).toEqual({
      languages: [
        { language: 'ar', channels: 2 },
        { language: 'fa', channels: 1 },
      ],
      unknown: 1,
      refused: 0,
    })
    expect((await languagesOf(id)).map(({ language }) => language)).toEqual(['ar', 'fa'])
  })

  it('are shown to those who chose them, and to nobody else; the list stays as it is', async () => {
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

  it('find their channels in a replaced file, and go with a copy', async () => {
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

  it('leave a channel alone that somebody has renamed since', async () => {
    const { id } = await makeNamed()
    const person = await makeActor()
    good(await chooseNames(person, id, 'ar'))
    const copy = good(await copyList(person, id, { name: 'Mine' }))
    good(
      await applyOperations(person, copy.id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'My own name' }] }),
    )
    expect((await namesOf(person, copy.id)).slice(0, 2)).toEqual(['My own name', 'القناة, الثانية'])
  })

  it('come from the same list in another language, and go out as a table that comes back the same', async () => {
    const { admin, id } = await makeNamed()
    const english = await withEngine((engine) => {
      const opened = engine.open(chlFile(12))
      if (!opened.ok) throw new Error(opened.refusal)
      opened.list.apply([{ op: 'names', names: [[3, 'In English']] }])
      return opened.list.write('chl').bytes.slice()
    })
    expect(codeOf(await setNames(admin, id, { bytes: english, language: null }))).toBe('A0422')
    good(await setNames(admin, id, { bytes: english, language: 'en' }))
    expect(good(await findNames(admin, id, 'en')).names).toEqual([[3, 'In English']])
    const table = good(await nameTable(admin, id)).text
    const other = good(await createList(admin, { name: 'Other', bytes: chlFile(12), fileName: null }))
    good(await setNames(admin, other.id, { bytes: bytesOf(table), language: null }))
    for (const language of ['ar', 'fa', 'en'] as const)
      expect(good(await findNames(admin, other.id, language)).names).toEqual(
        good(await findNames(admin, id, language)).names,
      )
  })

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['a table without a language', 'number,name\n1,A\n'],
    ['bytes', '\u0000\u0001,\u0002'],
  ])('refuses %s', async (_, text) => {
    const { admin, id } = await makeNamed()
    expect(codeOf(await setNames(admin, id, { bytes: bytesOf(text), language: null }))).toBe('A0422')
  })

  it('refuses names that are too long or can’t be shown, and takes the others', async () => {
    const { admin, id } = await makeNamed()
    const taken = good(
      await setNames(admin, id, {
        bytes: bytesOf(`number;ar\n1;${'ن'.repeat(51)}\n2;‮مقلوب\n3;سليم\n`),
        language: null,
      }),
    )
    expect(taken).toEqual({ languages: [{ language: 'ar', channels: 1 }], unknown: 0, refused: 2 })
    good(await removeNames(admin, id, 'ar'))
    expect((await languagesOf(id)).map(({ language }) => language)).toEqual(['fa'])
    expect(codeOf(await setNames(await makeActor(), id, { bytes: bytesOf('number,ar\n1,س'), language: null }))).toBe(
      'C1108',
    )
  })
})

describe('a box', () => {
  const pair = async (sn: string): Promise<string> =>
    (await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })).token

  it('gets the names that were chosen for it, else for the list; the tag says which, and no copy outlives the choice', async () => {
    const { id, original } = await makeNamed(sdxFile(12))
    const owner = await makeActor()
    const [kitchen, bedroom] = [await makeBox(owner), await makeBox(owner)]
    const tokens = { kitchen: await pair(kitchen.sn), bedroom: await pair(bedroom.sn) }
    const get = async (box: keyof typeof tokens) => {
      const facts = good(await findBoxByToken(tokens[box]))
      const list = good(await fetchList(facts, id, 'chl'))
      const hot = findHotList(`Bearer ${tokens[box]}`, id, 'chl')
      expect(hot?.file.etag).toBe(list.file.etag)
      return { tag: list.file.etag, first: (await fileNames(list.file.bytes))[0] }
    }
    const plain = await get('kitchen')
    expect(plain.first).toBe(original[0])
    good(await chooseNames(owner, id, 'ar'))
    expect(findHotList(`Bearer ${tokens.kitchen}`, id, 'chl')).toBeNull()
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
})
