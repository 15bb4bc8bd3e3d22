/** Values that a file's format cannot store survive when the file comes back, from a box or as a replacement. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  createList,
  exportFile,
  exportForBox,
  previewReconcile,
  readList,
  mergeConflictCopy,
  replaceFile,
  saveFromBox,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import type { FileFormat, Operation } from '~/engine/types'
import { chlFile, good, makeActor, makeBox, sdxFile } from './people'

const added = 2 ** 30 + 5
/** Every channel with its marks, by name. */
const marksOf = async (actor: Actor, id: string) =>
  good(
    await readList(actor, id, {}, (view) =>
      view.rows({}, { page: 1, size: 100 }).items.map(({ id: channel, name, lock, skip, favourites }) => {
        const { provider, videoPid, audio } = view.channel(channel) ?? {}
        return { name, lock, skip, favourites, provider, videoPid, audio }
      }),
    ),
  )
const long = 'A name much longer than its record'
const edits: Operation[] = [
  { op: 'lock', ids: [0, 2, 4, 6, 8], value: true },
  { op: 'skip', ids: [1], value: true },
  { op: 'rename', id: 3, name: long },
  { op: 'set', target: 'group', id: 0, values: { name: 'Family' } },
  { op: 'add', target: 'group', id: added, values: { name: 'Ninth' } },
  { op: 'favourite', ids: [5, 3, 1], group: 0, value: true },
  { op: 'favourite', ids: [7], group: added, value: true },
  { op: 'group-order', group: 0, order: [5, 1, 3] },
]
const begin = async (bytes: Uint8Array) => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const { id } = good(await createList(owner, { name: 'Attic', bytes, fileName: null }))
  good(await applyOperations(owner, id, { base: 1, operations: edits }))
  return { owner, box, id, was: await marksOf(owner, id) }
}
const served = async (id: string, format: FileFormat): Promise<Buffer> =>
  Buffer.from(good(await exportForBox(id, format)).bytes)
/** The box renames the seventh channel; all other bytes stay. */
const renamed = async (file: Uint8Array): Promise<Uint8Array> => {
  const user = await makeActor()
  const { id } = good(await createList(user, { name: 'On the box', bytes: file, fileName: null }))
  good(await applyOperations(user, id, { base: 1, operations: [{ op: 'rename', id: 6, name: 'Box says' }] }))
  return good(await exportFile(user, id, { format: 'sdx' })).bytes
}

for (const [dialect, make] of [
  ['SatcoDX', sdxFile],
  ['.chl', chlFile],
] as const)
  describe(`a ${dialect} list that a box has as SatcoDX`, () => {
    it('keeps locks, skips, groups, long names and everything else that no record stores when the box saves it', async () => {
      const { owner, box, id, was } = await begin(make(12))
      const file = await served(id, 'sdx')
      const saved = good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes: file }))
      expect(saved.revision).toBeGreaterThanOrEqual(2)
      expect(await marksOf(owner, id)).toEqual(was)
      const view = good(
        await readList(owner, id, {}, (list) => ({
          groups: list.favouriteGroups().map(({ name, channels }) => [name, channels]),
          family: list.groupOrder(0).map((one) => list.channel(one)?.name),
        })),
      )
      expect(view.groups).toContainEqual(['Family', 3])
      expect(view.groups).toContainEqual(['Ninth', 1])
      expect(view.family).toEqual([was[5]?.name, was[1]?.name, long])
    })
    it('takes the box’s changes and nothing else', async () => {
      const { owner, box, id, was } = await begin(make(12))
      const bytes = await renamed(await served(id, 'sdx'))
      good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
      const now = await marksOf(owner, id)
      expect(now).toEqual(was.map((row, at) => (at === 6 ? { ...row, name: 'Box says' } : row)))
    })
    it('merges with the changes made in the cloud in the meantime without losing any', async () => {
      const { owner, box, id, was } = await begin(make(12))
      const bytes = await renamed(await served(id, 'sdx'))
      good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'rename', id: 9, name: 'Cloud says' }] }))
      good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
      const seen = good(await previewReconcile(owner, id))
      expect(seen).toMatchObject({ total: 0, counts: { name: 1, lock: 0, skip: 0, favourites: 0 } })
      if (seen !== null)
        good(await mergeConflictCopy(owner, id, { base: seen.revision, revision: seen.beside.revision, choices: [] }))
      const now = await marksOf(owner, id)
      const names: Record<number, string> = { 6: 'Box says', 9: 'Cloud says' }
      expect(now).toEqual(was.map((row, at) => ({ ...row, name: names[at] ?? row.name })))
    })
  })

it('keeps what a poorer format cannot store when a list is replaced by its own export', async () => {
  const { owner, id, was } = await begin(chlFile(12))
  const { bytes } = good(await exportFile(owner, id, { format: 'sdx' }))
  good(await replaceFile(owner, id, { bytes, fileName: 'poor.sdx' }))
  expect(await marksOf(owner, id)).toEqual(was)
})
it('deletes what a box deletes if the box’s format can store it', async () => {
  const { owner, box, id } = await begin(chlFile(12))
  const text = (await served(id, 'chl')).toString('utf8')
  const bytes = Buffer.from(text.replaceAll(/("Lock"\s*:\s*)1/g, '$10'))
  expect(bytes.equals(Buffer.from(text))).toBe(false)
  good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
  expect((await marksOf(owner, id)).filter(({ lock }) => lock)).toEqual([])
})
