/** Lists that stay open between pages: a reader always sees the revision that it asked for. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withEngine } from '~/engine/engine.server'
import {
  applyOperations,
  createList,
  engineData,
  getList,
  readList,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { openListsMax } from '~/modules/channel-list/limits'
import { withOpenList } from '~/modules/channel-list/engine/open-lists.server'
import { times } from '../../support/runs'
import { good, makeActor, sdxFile } from './people'

const channels = 40
const namesOf = async (owner: Actor, id: string): Promise<string[]> =>
  good(
    await readList(owner, id, {}, (view) => {
      // Sorting a view works on the opened list and must leave it unchanged.
      view.rows({ sort: 'name' }, { page: 1, size: 5 })
      return view.rows({}, { page: 1, size: channels }).items.map((row) => row.name)
    }),
  )
/** The same rows from stored data, by an engine with no open lists. */
const namesStored = async (owner: Actor, id: string): Promise<string[]> => {
  const { source, state } = good(await engineData(owner, id))
  return withEngine((engine) => {
    const opened = engine.open(source, { state })
    if (!opened.ok) throw new Error(opened.refusal)
    return opened.list.channels(0, channels).map((one) => one.name)
  })
}

describe('lists that stay open', () => {
  it('show their current rows when reads and edits of more lists than stay open are mixed', async () => {
    const people = await Promise.all(
      Array.from({ length: openListsMax + 3 }, async (_, at) => {
        const owner = await makeActor()
        const list = good(await createList(owner, { name: `L${at}`, bytes: sdxFile(channels + at), fileName: null }))
        return { owner, id: list.id }
      }),
    )
    const act = fc.record({ at: fc.nat(people.length - 1), edits: fc.boolean(), channel: fc.nat(channels - 1) })
    let edits = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 20 }), async (acts) => {
        for (const { at, edits: isEdit, channel } of acts) {
          const { owner, id } = people[at] ?? { owner: await makeActor(), id: '' }
          if (isEdit) {
            const base = good(await getList(owner, id)).revision
            const name = `New ${(edits += 1)}`
            good(await applyOperations(owner, id, { base, operations: [{ op: 'rename', id: channel, name }] }))
            expect(await namesOf(owner, id)).toContain(name)
          }
          expect(await namesOf(owner, id)).toEqual(await namesStored(owner, id))
        }
      }),
      { numRuns: times(15) },
    )
    expect(edits).toBeGreaterThan(0)
  })

  it('are opened again after a reader has failed', async () => {
    const owner = await makeActor()
    const list = good(await createList(owner, { name: 'Once', bytes: sdxFile(channels), fileName: null }))
    const before = await namesOf(owner, list.id)
    await expect(
      readList(owner, list.id, {}, () => {
        throw new Error('a fault of the reader')
      }),
    ).rejects.toThrow('a fault of the reader')
    expect(await namesOf(owner, list.id)).toEqual(before)
  })

  it('are reused for the next page without loading their bytes again', async () => {
    const key = 'a list of its own 1'
    const state = await withEngine((engine) => {
      const opened = engine.open(sdxFile(channels))
      if (!opened.ok) throw new Error(opened.refusal)
      return opened.list.state()
    })
    const first = await withOpenList({ key, source: sdxFile(channels), state }, (list) => list)
    const unread = new Uint8Array()
    expect(await withOpenList({ key, source: unread, state: unread }, (list) => list === first)).toBe(true)
  })
})
