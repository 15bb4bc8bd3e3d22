/**
 * Sets every field of a channel, to values that a format can and cannot store. Then the file comes back with another
 * channel renamed: every field must keep its value.
 */
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
import { byName, streamNumbers, type FileFormat, type Operation } from '~/engine/types'
import { fieldCases as cases } from '../../support/fixtures/field-values'
import { chlFile, good, makeActor, makeBox, sdxFile } from './people'

const count = cases.length + 4
/** The channel that the box renames, one that the owner locks in the meantime, and two that stay untouched. */
const [boxed, locked] = [cases.length, cases.length + 1]
const settings: Operation[] = cases.map(({ field, value }, id) => ({
  op: 'set',
  target: 'channel',
  ids: [id],
  field,
  value,
}))

const snapshotOf = async (actor: Actor, id: string) =>
  good(
    await readList(actor, id, {}, (view) => {
      const transponders = view.transponders()
      return view.rows({}, { page: 1, size: 200 }).items.map(({ id: channel }) => {
        const details = view.channel(channel)
        if (details === null) throw new Error(`no channel ${channel}`)
        const { frequencyKHz, polarisation, symbolRate } = transponders[details.transponder] ?? {}
        return {
          name: details.name,
          lock: details.lock,
          type: details.type,
          scrambled: details.scrambled,
          encryption: details.encryption,
          videoType: details.videoType,
          transponder: [frequencyKHz, polarisation, symbolRate],
          sid: details.sid,
          onid: details.onid,
          tsid: details.tsid,
          provider: details.provider,
          audioPid: details.audioPid,
          ...byName(streamNumbers, (name) => details[name]),
          audio: details.audio,
          subtitles: details.subtitles,
          url: details.url,
          category: details.category,
          number: details.number,
          names: details.names,
        }
      })
    }),
  )
type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

const begin = async (bytes: Uint8Array, operations: readonly Operation[] = settings) => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const { id } = good(await createList(owner, { name: 'Attic', bytes, fileName: null }))
  good(await applyOperations(owner, id, { base: 1, operations: [...operations] }))
  return { owner, box, id, was: await snapshotOf(owner, id) }
}
const servedOf = async (id: string, format: FileFormat): Promise<Uint8Array> =>
  Buffer.from(good(await exportForBox(id, format)).bytes)
/** The file after the box's edits. */
const edited = async (file: Uint8Array, format: FileFormat, operations: Operation[]) => {
  const user = await makeActor()
  const { id } = good(await createList(user, { name: 'On the box', bytes: file, fileName: null }))
  good(await applyOperations(user, id, { base: 1, operations }))
  const { bytes } = good(await exportFile(user, id, { format }))
  return { bytes, shown: await snapshotOf(user, id) }
}
const rename: Operation = { op: 'rename', id: boxed, name: 'Box says' }

/** The ways in which a box changes its file and sends it back. */
const ways = {
  'a save': async ({ box, id }, bytes) => {
    good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
  },
  'a save beside, merged with mine': async (list, bytes) => merge(list, bytes, 'mine'),
  'a save beside, merged with theirs': async (list, bytes) => merge(list, bytes, 'theirs'),
  'a replaced file': async ({ owner, id }, bytes) => {
    good(await replaceFile(owner, id, { bytes, fileName: 'own' }))
  },
} satisfies Record<string, (list: Awaited<ReturnType<typeof begin>>, bytes: Uint8Array) => Promise<void>>

const merge = async (
  { owner, box, id }: Awaited<ReturnType<typeof begin>>,
  bytes: Uint8Array,
  all: 'mine' | 'theirs',
): Promise<void> => {
  good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [locked], value: true }] }))
  good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
  const seen = good(await previewReconcile(owner, id))
  if (seen === null) throw new Error('no save waits')
  expect(seen.total).toBe(0)
  good(await mergeConflictCopy(owner, id, { base: seen.revision, revision: seen.beside.revision, choices: [], all }))
}

for (const [dialect, make] of [
  ['SatcoDX', sdxFile],
  ['.chl', chlFile],
] as const)
  for (const format of ['sdx', 'chl'] as const)
    describe(`a ${dialect} list that comes back as ${format}`, () => {
      for (const [way, send] of Object.entries(ways))
        it(`keeps every field of every channel: ${way}`, async () => {
          const list = await begin(make(count))
          const { bytes } = await edited(await servedOf(list.id, format), format, [rename])
          await send(list, bytes)
          const now = await snapshotOf(list.owner, list.id)
          const isMerged = way.includes('merged')
          const wanted = list.was.map((row, at) => ({
            ...row,
            ...(at === boxed ? { name: 'Box says' } : {}),
            ...(at === locked && isMerged ? { lock: true } : {}),
            // A `.chl` stores an audio PID only as part of a track.
            ...(row.audio.length === 0 && row.audioPid !== null && format === 'chl' ? { audio: now[at]?.audio } : {}),
          }))
          const differ = wanted.flatMap((row, at) =>
            (Object.keys(row) as (keyof Snapshot[number])[])
              .filter((field) => JSON.stringify(row[field]) !== JSON.stringify(now[at]?.[field]))
              .map((field) => [cases[at] ?? at, field, row[field], now[at]?.[field]]),
          )
          expect(differ).toEqual([])
          expect(now.length).toBe(count)
        })
    })

describe('a track type or codec set on a SatcoDX list', () => {
  const audio: Operation = {
    op: 'set',
    target: 'channel',
    ids: [2],
    field: 'audio',
    value: [{ pid: 2100, type: 'AC3', language: 'ara', dolby: false }],
  }
  const videoType: Operation = { op: 'set', target: 'channel', ids: [2], field: 'videoType', value: 'MPEG-2' }
  it.each([
    ['audio', audio],
    ['video-type', videoType],
  ] as const)('is reported before an export and survives a round trip: %s', async (code, operation) => {
    for (const send of Object.values(ways)) {
      const list = await begin(sdxFile(count), [operation])
      const { losses } = good(await exportFile(list.owner, list.id, { format: 'sdx' }))
      expect(losses).toEqual([{ code, channels: 1, ids: [2] }])
      await send(list, (await edited(await servedOf(list.id, 'sdx'), 'sdx', [rename])).bytes)
      const now = await snapshotOf(list.owner, list.id)
      expect(now[2]).toEqual(list.was[2])
      expect(now[boxed]?.name).toBe('Box says')
    }
  })
})

it('does not report a conflict between a codec that the box’s format filled in and an edit of it', async () => {
  const { owner, box, id } = await begin(sdxFile(count), [{ op: 'lock', ids: [1], value: true }])
  const { bytes } = await edited(await servedOf(id, 'chl'), 'chl', [rename])
  const word: Operation = { op: 'set', target: 'channel', ids: [2], field: 'videoType', value: 'HEVC' }
  good(await applyOperations(owner, id, { base: 2, operations: [word] }))
  good(await saveFromBox(box, { listId: id, loaded: 2, name: 'ignored', bytes }))
  const seen = good(await previewReconcile(owner, id))
  if (seen === null) throw new Error('no save waits')
  expect(seen.total).toBe(0)
  const asked = { base: seen.revision, revision: seen.beside.revision, choices: [], all: 'theirs' } as const
  good(await mergeConflictCopy(owner, id, asked))
  const now = await snapshotOf(owner, id)
  expect([now[2]?.videoType, now[boxed]?.name]).toEqual(['HEVC', 'Box says'])
})
