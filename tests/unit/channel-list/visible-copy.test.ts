/** A copy for another account contains what that account sees of a list, and nothing that its owner removed before. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { cells } from '../../../engine/host/cells/index'
import { createEngine } from '../../../engine/host/index'
import { addedIdMin, type Operation, type OpenList } from '~/engine/types'
import {
  applyOperations,
  copyList,
  copyShared,
  createList,
  engineData,
  exportFile,
  findRevisions,
  getList,
  makeShare,
  readList,
  stopEngineThreads,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { plainHost, runPiece } from '~/modules/channel-list/engine/work'
import { writeZip } from '~/platform/archive.server'
import { makeEdits } from '../../support/fixtures/cell-edits'
import { makeChl } from '../../support/fixtures/chl'
import { settings } from '../../support/fixtures/other-dialects'
import { makeList, makeRecord, randomOf } from '../../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../../support/runs'
import { chlFile, good, longSdxFile, makeActor, putOut, sdxFile } from './people'

afterAll(stopEngineThreads)

const fileOf = (names: readonly string[]): Uint8Array =>
  Uint8Array.from(
    names.flatMap((name, at) => [...makeRecord({ name, sid: at + 1, satellite: `Sat ${at}` }, '103'), 10]),
  )
const edit = async (actor: Actor, id: string, ...operations: Operation[]) => {
  const { revision } = good(await getList(actor, id))
  good(await applyOperations(actor, id, { base: revision, operations }))
}
const copyOf = async (owner: Actor, id: string, keep: string[] = []): Promise<{ reader: Actor; copy: string }> => {
  const reader = await makeActor()
  const { token } = good(await makeShare(owner, id, { days: null }))
  return { reader, copy: good(await copyShared(reader, token ?? '', { name: 'Copy', keep })).id }
}
/** Everything that an account can get of its list, as text. */
const everythingOf = async (actor: Actor, id: string): Promise<string> => {
  const { state, source, head } = good(await engineData(actor, id))
  const read = await readList(actor, id, {}, (view) => [
    view.removed(),
    view.satellites(),
    view.transponders(),
    view.favouriteGroups(),
    view.categories(),
    view.problems(),
    view.rows({}, { page: 1, size: 100 }).items.map(({ id: one }) => view.channel(one)),
  ])
  const files = await Promise.all(
    (['sdx', 'chl', 'e2', 'csv', 'm3u', 'lamedb', 'xml'] as const).map((format) => exportFile(actor, id, { format })),
  )
  const texts = [good(await exportFile(actor, id)), ...files.flatMap((file) => (file.ok ? [file.value] : []))].flatMap(
    ({ bytes, losses }) => [Buffer.from(bytes).toString('latin1'), JSON.stringify(losses)],
  )
  return [
    Buffer.from(state).toString('utf8'),
    Buffer.from(source).toString('latin1'),
    JSON.stringify([head, good(read), await findRevisions(actor, id, { page: 1, size: 50 }), await getList(actor, id)]),
    ...texts,
  ].join('\n')
}
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readList(actor, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name)))

describe('a copy of a shared list', () => {
  it('has nothing of deleted or renamed channels, or of removed satellites, groups and categories', async () => {
    for (const isChl of [false, true]) {
      const owner = await makeActor()
      const made = makeChl({ seed: 4, tv: 6, radio: 0, groups: 4 })
      const bytes = isChl ? made.bytes : fileOf(['One', 'Two', 'Three', 'SECRETCAM', 'FORMERNAME', 'Six'])
      const { id } = good(await createList(owner, { name: 'Mine', bytes, fileName: 'SECRETFILE.sdx' }))
      const base = addedIdMin
      await edit(
        owner,
        id,
        { op: 'names', names: [[3, 'SECRETCAM']] },
        { op: 'rename', id: 4, name: 'FORMERNAME' },
        { op: 'set', target: 'channel', ids: [3], field: 'url', value: 'http://secretuser:pw@cam.example/1' },
        { op: 'names-in', language: 'fr', names: [[3, 'GEHEIMNAME']] },
        { op: 'add', target: 'group', id: base + 1, values: { name: 'SECRETGROUP' } },
        { op: 'add', target: 'category', id: base + 2, values: { name: 'SECRETCATEGORY', logo: null } },
        { op: 'add', target: 'satellite', id: base + 3, values: { name: 'SECRETSAT', angle: 777, band: null } },
      )
      await edit(
        owner,
        id,
        { op: 'delete', ids: [3] },
        { op: 'rename', id: 4, name: 'Five' },
        { op: 'remove', target: 'group', id: base + 1 },
        { op: 'remove', target: 'category', id: base + 2 },
        { op: 'remove', target: 'satellite', id: base + 3 },
        { op: 'set', target: 'channel', ids: [0], field: 'category', value: 2 },
        { op: 'numbers', numbers: [[1, 77]] },
        { op: 'names-in', language: 'ar', names: [[2, 'ثلاثة']] },
        { op: 'favourite', ids: [1, 2], group: 1, value: true },
        { op: 'lock', ids: [2], value: true },
      )
      const names = await namesOf(owner, id)
      expect(await everythingOf(owner, id)).toMatch(/SECRETCAM/)
      const { reader, copy } = await copyOf(owner, id)
      const all = await everythingOf(reader, copy)
      for (const secret of ['SECRET', 'FORMERNAME', 'GEHEIMNAME', 'secretuser'])
        expect(
          all.includes(secret),
          `${isChl} ${secret} ${all.slice(all.indexOf(secret) - 50, all.indexOf(secret) + 30)}`,
        ).toBe(false)
      expect(await namesOf(reader, copy)).toEqual(names)
      const shown = good(
        await readList(reader, copy, {}, (view) => ({
          removed: view.removed(),
          channels: view.rows({}, { page: 1, size: 9 }).items.map((row) => view.channel(row.id)),
        })),
      )
      expect(shown.removed).toEqual([])
      expect(shown.channels.map((one) => [one?.category, one?.number, one?.lock, one?.names])).toMatchObject([
        [2, 1, false, {}],
        [null, 77, false, {}],
        [null, 3, true, { ar: 'ثلاثة' }],
        [null, 4, false, {}],
        [null, 5, false, {}],
      ])
      expect(shown.channels.map((one) => ((one?.favourites ?? 0) >> 1) & 1).slice(1, 3)).toEqual([1, 1])
      expect((await exportFile(reader, copy, { format: 'csv' })).ok).toBe(true)
    }
  })

  it('has none of the other files of an archive, whether the list was edited or not', async () => {
    for (const isEdited of [false, true]) {
      const owner = await makeActor()
      const bytes = writeZip([
        ...settings(),
        { name: 'etc/enigma2/settings', bytes: Buffer.from('config.password=SECRETPASSWORD\n'.repeat(3)) },
      ])
      const { id } = good(await createList(owner, { name: 'Box', bytes, fileName: 'backup.zip' }))
      if (isEdited) await edit(owner, id, { op: 'delete', ids: [1] })
      const names = await namesOf(owner, id)
      const { reader, copy } = await copyOf(owner, id)
      expect(good(await getList(reader, copy))).toMatchObject({ dialect: 'chl', fileName: null })
      for (const format of [null, 'e2', 'chl', 'lamedb'] as const) {
        const file = await exportFile(reader, copy, format === null ? {} : { format })
        const text = Buffer.from(good(file).bytes).toString('latin1')
        expect(text).not.toContain('enigma2/settings')
        expect(text).not.toContain('"Source"')
      }
      expect(await everythingOf(reader, copy)).not.toMatch(/SECRETPASSWORD|backup\.zip/)
      expect(await namesOf(reader, copy)).toEqual(names)
    }
  })

  it('writes cells that a spreadsheet would execute as text, just like new ones', async () => {
    const owner = await makeActor()
    const evil = ['=cmd|A1', '+1+2', '-3-4', '@SUM(1)', 'Plain']
    const text = [
      'Name,Satellite,Angle,Frequency,Polarisation,SID',
      ...evil.map((name, at) => `"${name}",=Sat,19.2E,11303,H,${at + 1}`),
    ]
    const { id } = good(
      await createList(owner, { name: 'Evil', bytes: Buffer.from(text.join('\n')), fileName: 'evil.csv' }),
    )
    const { reader, copy } = await copyOf(owner, id)
    expect(await namesOf(reader, copy)).toEqual(evil)
    const csv = Buffer.from(good(await exportFile(reader, copy, { format: 'csv' })).bytes).toString()
    for (const name of evil.slice(0, 4)) expect(csv).toContain(`'${name}`)
    expect(csv).not.toMatch(/(^|[,;\t\n"])[=+@]/)
  })

  it('keeps the bytes of an unedited file, and leaves out what the copier’s rule excludes', async () => {
    const owner = await makeActor()
    const { id } = good(await createList(owner, { name: 'As is', bytes: sdxFile(30), fileName: 'x.sdx' }))
    const { reader, copy } = await copyOf(owner, id)
    expect(Buffer.compare(good(await exportFile(reader, copy)).bytes, sdxFile(30))).toBe(0)
    await edit(owner, id, { op: 'delete', ids: [0, 1, 2] })
    const part = await copyOf(owner, id, ['first:7'])
    expect((await namesOf(part.reader, part.copy)).length).toBe(7)
    await edit(owner, id, { op: 'delete', ids: Array.from({ length: 27 }, (_, at) => at + 3) })
    const { token } = good(await makeShare(owner, id, { days: null }))
    expect(good(await copyShared(await makeActor(), token ?? '', { name: 'None' })).channels).toBe(0)
  })

  it('is made of a very long list too, off the server’s own thread', async () => {
    const owner = await makeActor()
    const rule = ['first:2000']
    const { id } = good(
      await createList(owner, { name: 'Long', bytes: longSdxFile(40_000), fileName: null, keep: rule }),
    )
    const { reader, copy } = await copyOf(owner, id)
    expect(good(await getList(reader, copy)).channels).toBe(2000)
    expect(good(await engineData(reader, copy)).source.length).toBeLessThan(2000 * 140)
  })
})

describe('other kinds of copies', () => {
  it('have the bytes of an unedited System list, or only the visible data of an edited one', async () => {
    const [administrator, customer] = [await makeActor('administrator'), await makeActor()]
    const { id } = await putOut(
      administrator,
      good(await createList(administrator, { name: 'For all', bytes: chlFile(20), fileName: 'all.chl' })),
    )
    const first = good(await copyList(customer, id, { name: 'First' }))
    expect(first.fileName).toBe('all.chl')
    expect(Buffer.compare(good(await exportFile(customer, first.id)).bytes, chlFile(20))).toBe(0)
    await edit(administrator, id, { op: 'rename', id: 0, name: 'WITHDRAWN' })
    await edit(administrator, id, { op: 'delete', ids: [0] })
    await putOut(administrator, { id })
    const second = good(await copyList(customer, id, { name: 'Second' }))
    expect(await everythingOf(customer, second.id)).not.toContain('WITHDRAWN')
    expect(await namesOf(customer, second.id)).toEqual(await namesOf(administrator, id))
  })

  it('keep deleted channels if the list is one’s own', async () => {
    const owner = await makeActor()
    const { id } = good(await createList(owner, { name: 'Own', bytes: sdxFile(6), fileName: 'own.sdx' }))
    await edit(owner, id, { op: 'delete', ids: [2] })
    const copy = good(await copyList(owner, id, { name: 'Own too' }))
    expect(copy.fileName).toBe('own.sdx')
    expect(good(await readList(owner, copy.id, {}, (view) => view.removed())).map(({ id: one }) => one)).toEqual([2])
  })
})

const engine = createEngine(readFileSync('engine/build/engine.wasm'))
engine.use(cells)
const open = (source: Uint8Array, state?: Uint8Array): OpenList => {
  const opened = engine.open(source, state === undefined ? {} : { state })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.list
}
/** What a person sees of a list, by positions instead of ids. */
const seen = (list: OpenList) => {
  const [satellites, transponders, groups] = [list.satellites(), list.transponders(), list.favouriteGroups()]
  const places = new Map(Array.from(list.columns().id, (id, place) => [id, place]))
  const categories = list.categories()
  return {
    groups: groups.map(({ id, name }) => [name, list.groupOrder(id).map((one) => places.get(one))]),
    categories: categories.map(({ name, logo }) => [name, logo]),
    channels: list.channels(0, list.length()).map(({ id }) => {
      const one = list.channel(id)
      const at = one === null ? undefined : transponders[one.transponder]
      const satellite = one === null ? undefined : satellites[one.satellite]
      return {
        name: one?.name,
        names: one?.names,
        number: one?.number,
        lock: one?.lock,
        skip: one?.skip,
        url: one?.url,
        sid: one?.sid,
        type: one?.type,
        provider: one?.provider,
        videoPid: one?.videoPid,
        pcrPid: one?.pcrPid,
        pmtPid: one?.pmtPid,
        teletextPid: one?.teletextPid,
        onid: one?.onid,
        tsid: one?.tsid,
        scrambled: one?.scrambled,
        category: categories.find(({ id: two }) => two === one?.category)?.name ?? null,
        groups: groups.filter(({ index }) => (((one?.favourites ?? 0) >>> index) & 1) === 1).map(({ name }) => name),
        satellite: [satellite?.name, satellite?.angle],
        place: [at?.frequencyKHz, at?.polarisation, at?.symbolRate],
      }
    }),
  }
}

describe('after random edits of every kind', () => {
  it(
    'a copy shows what the list shows, and its state has no trace of removed data',
    async () => {
      const host = plainHost(engine)
      const seeds = seedsFrom(1, 60)
      let copied = 0
      for (const seed of seeds) {
        const random = randomOf(seed)
        const { next } = makeEdits(random)
        const source = seed % 2 === 0 ? makeChl({ seed, groups: 10 }).bytes : makeList({ seed, records: 14 }).bytes
        const list = open(source)
        for (let step = 0; step < 25; step++) list.apply([next(list)])
        const state = list.state()
        const stored = { key: `${seed}`, source, state }
        const made = runPiece(host, 'copyVisible', { stored, keep: [], whole: true })
        if (!made.ok) {
          expect(made.code, `seed ${seed}`).toBe('Q2205')
          continue
        }
        copied++
        const { bytes, state: other } = made.value
        const was = seen(open(source, state))
        const copy = open(bytes ?? source, other)
        expect(seen(copy), `seed ${seed}`).toEqual(was)
        if (bytes !== null) expect(copy.removed(), `seed ${seed}`).toEqual([])
      }
      expect(copied).toBeGreaterThan((2 / 3) * seeds.length)
    },
    limitMs(120_000),
  )
})
