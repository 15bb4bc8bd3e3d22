/** The encoding of names in other programs' files can be chosen with the upload or afterwards. */
import { expect, it } from 'vitest'
import type { Operation } from '~/engine/types'
import {
  applyOperations,
  createList,
  exportFile,
  previewEncoding,
  readList,
  reportOf,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { encodeString } from '../../support/charset'
import { writeZip } from '../../../app/platform/archive.server'
import { writeCdx } from '../../support/fixtures/cdx'
import { lamedbOf, lineOf, subLine, type Service } from '../../support/fixtures/enigma'
import { good, makeActor } from './people'

const names = ['ТВ', 'Первый канал', 'Plain']
/** The text, one byte per letter, in an encoding that detection would miss: “ТВ” reads as UTF-8 “²”. */
const bytesOf = (text: string): Uint8Array => {
  const bytes = encodeString(text, 'iso-8859-5')
  if (bytes === null) throw new Error('a letter is missing')
  return bytes
}
const linesOf = (...lines: string[]): Uint8Array => bytesOf(lines.map((line) => `${line}\n`).join(''))

/** The fixture writes UTF-8, so names are inserted as bytes. */
const cdx = (): Uint8Array => {
  const text = Buffer.from(
    writeCdx(names.map((_, at) => ({ name: `@${at}@`, sid: at + 1, transponder: 0 }))),
  ).toString()
  return bytesOf(names.reduce((all, name, at) => all.replace(`@${at}@`, name), text))
}
const services = names.map((name, at): Service => ({ name, type: 1, sid: at + 1 }))
const uploads: [string, Uint8Array][] = [
  [
    'm3u',
    linesOf(
      '#EXTM3U',
      ...names.flatMap((name, at) => [`#EXTINF:-1 group-title="Кино",${name}`, `http://example.org/${at}`]),
    ),
  ],
  [
    'vdr',
    linesOf(':Кино', ...names.map((name, at) => `${name}:11494:HC23S1:S19.2E:22000:${at + 101}:0:0:0:${at + 1}:1:1:0`)),
  ],
  ['csv', linesOf('Name,SID,Groups', ...names.map((name, at) => `${name},${at + 1},Кино`))],
  ['txt', linesOf(...names.map((name, at) => `${at + 1};${name};1-1-${at + 1}`))],
  ['cdx', cdx()],
  ['lamedb', bytesOf(lamedbOf(4, services))],
  ['lamedb5', bytesOf(lamedbOf(5, services))],
  [
    'e2',
    writeZip([
      { name: 'etc/enigma2/lamedb', bytes: bytesOf(lamedbOf(4, services)) },
      { name: 'etc/enigma2/bouquets.tv', bytes: linesOf('#NAME Bouquets', subLine('userbouquet.a.tv')) },
      { name: 'etc/enigma2/userbouquet.a.tv', bytes: linesOf('#NAME Кино', ...services.map(lineOf)) },
    ]),
  ],
]

type Shown = { names: string[]; groups: string[] }
const show = async (owner: Actor, id: string): Promise<Shown> =>
  good(
    await readList(owner, id, {}, (view) => ({
      names: view.rows({}, { page: 1, size: 10 }).items.map(({ name }) => name),
      groups: view.favouriteGroups().map(({ name }) => name),
    })),
  )
const groupless = ['txt', 'lamedb', 'lamedb5', 'cdx']
const chosen = { op: 'encoding', encoding: 'iso-8859-5' } as const

it.each(uploads)('reads a file in the encoding chosen with the upload: %s', async (format, bytes) => {
  const owner = await makeActor()
  const list = good(await createList(owner, { name: 'Chosen', bytes, fileName: null, encoding: 'iso-8859-5' }))
  const shown = await show(owner, list.id)
  expect(shown.names).toEqual(names)
  if (!groupless.includes(format)) expect(shown.groups).toEqual(['Кино'])
  expect(good(await reportOf(owner, list.id, { page: 1, size: 10 }))).toMatchObject({
    encoding: 'iso-8859-5',
    encodingSource: 'chosen',
  })
  const same = good(await exportFile(owner, list.id))
  expect([Buffer.compare(same.bytes, bytes), same.losses]).toEqual([0, []])
  // A new name is written in that encoding too, without a further loss.
  good(await applyOperations(owner, list.id, { base: 1, operations: [{ op: 'rename', id: 1, name: 'Второй' }] }))
  const edited = good(await exportFile(owner, list.id))
  expect(edited.losses).toEqual([])
  if (format !== 'e2') expect(Buffer.from(edited.bytes).includes(Buffer.from(bytesOf('Второй')))).toBe(true)
})

it.each(uploads)('lets the encoding be chosen after an upload and edits, and undone: %s', async (_format, bytes) => {
  const owner = await makeActor()
  const list = good(await createList(owner, { name: 'Later', bytes, fileName: null }))
  const before = await show(owner, list.id)
  const edits: Operation[] = [
    { op: 'rename', id: 2, name: 'Mine' },
    { op: 'move', ids: [2], to: 1 },
    { op: 'set', target: 'channel', ids: [0], field: 'category', value: 3 },
  ]
  good(await applyOperations(owner, list.id, { base: 1, operations: edits }))
  const preview = good(await previewEncoding(owner, list.id, 'iso-8859-5'))
  expect(preview.samples.map(({ preview: name }) => name)).toContain('ТВ')
  expect(await show(owner, list.id)).toMatchObject({ names: ['Mine', ...before.names.slice(0, 2)] })
  const done = good(await applyOperations(owner, list.id, { base: 2, operations: [chosen] }))
  expect(await show(owner, list.id)).toMatchObject({ names: ['Mine', 'ТВ', 'Первый канал'] })
  expect(
    good(await exportFile(owner, list.id))
      .losses.map(({ code }) => code)
      .filter((code) => /name/.test(code)),
  ).toEqual([])
  // Choosing the same encoding again changes nothing.
  const again = good(
    await applyOperations(owner, list.id, { base: done.revision, operations: [chosen], unlessSame: true }),
  )
  expect(again.revision).toBe(done.revision)
  good(await undo(owner, list.id))
  expect(await show(owner, list.id)).toMatchObject({ names: ['Mine', ...before.names.slice(0, 2)] })
})
