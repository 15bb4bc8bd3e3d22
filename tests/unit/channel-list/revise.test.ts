/** The chain of revisions in the database: edits, undo and redo, stale bases, repeated requests, replaced files. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from '~/engine/types'
import { failureText } from '~/i18n/failure-text'
import { instanceFor } from '~/i18n/i18n.server'
import { fail } from '~/errors/table'
import { db } from '~/platform/db.server'
import { operationText, type RevisionShape } from '~/ui/channel-list/operation-text'
import {
  applyOperations,
  compactRevisions,
  createList,
  engineData,
  exportFile,
  findRevisions,
  getList,
  listChanged,
  previewEncoding,
  readList,
  readWithDetails,
  redo,
  replaceFile,
  reportOf,
  restoreRevision,
  undo,
  type Actor,
  type ClashData,
} from '~/modules/channel-list/channel-list.server'
import { commitRevision } from '~/modules/channel-list/storage/commit.server'
import { packPieces, unpack } from '~/modules/channel-list/files/pack.schema'
import { codeOf, good, makeActor, sdxFile } from './people'
import { limitMs, times } from '../../support/runs'

const names = async (actor: Actor, id: string, revision?: number): Promise<string[]> =>
  good(
    await readList(actor, id, revision === undefined ? {} : { revision }, (view) =>
      view.rows({}, { page: 1, size: 2000 }).items.map((row) => `${row.id}:${row.name}${row.lock ? '!' : ''}`),
    ),
  )
const makeList = async (channels = 12, seed = 7) => {
  const owner = await makeActor()
  return {
    owner,
    id: good(await createList(owner, { name: 'List', bytes: sdxFile(channels, seed), fileName: null })).id,
  }
}

describe('the history', () => {
  it('names renamed, moved and deleted channels as they were, with a moved one’s old position', async () => {
    const owner = await makeActor()
    const { id } = good(await createList(owner, { name: 'Told', bytes: sdxFile(12), fileName: null }))
    const before = good(
      await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 12 }).items.map(({ name }) => name)),
    )
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 3, name: 'New' }] }))
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'move', ids: [3], to: 9 }] }))
    good(await applyOperations(owner, id, { base: 3, operations: [{ op: 'delete', ids: [0, 1, 2, 3] }] }))
    const { items } = good(await findRevisions(owner, id, { page: 1, size: 10 }))
    expect(items.map(({ steps }) => steps)).toMatchObject([
      [{ op: 'delete', count: 4, channels: before.slice(0, 3) }],
      [{ op: 'move', count: 1, channels: ['New'], from: 4, to: 9 }],
      [{ op: 'rename', channels: [before[3]], name: 'New' }],
      [],
    ])
    const { t } = instanceFor('en')
    const words = items.map((revision) => operationText(revision, t).replaceAll(/[\u2066-\u2069]/g, ''))
    expect(words.slice(0, 3)).toEqual([
      `Deleted: 4 channels (${before.slice(0, 3).join(', ')}…)`,
      '“New” moved from 4 to 9',
      `“${before[3]}” renamed to “New”`,
    ])
    // Revisions that were stored without names are described as before.
    expect(
      operationText(
        {
          kind: 'edit',
          of: null,
          steps: [
            { op: 'rename', count: 1, name: 'Old' },
            { op: 'delete', count: 2 },
          ],
        },
        t,
      ),
    ).toBe('Renamed to “Old” · Deleted: 2 channels')
    const twins: RevisionShape = { kind: 'edit', of: null, steps: [{ op: 'delete', count: 2, channels: ['A', 'B'] }] }
    expect(operationText(twins, instanceFor('ar').t).replaceAll(/[\u2066-\u2069]/g, '')).toContain('A، B')
  })
})

describe('the history of the editor’s actions', () => {
  const begin = async (channels = 12) => {
    const { owner, id } = await makeList(channels)
    const before = good(
      await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name)),
    )
    let revision = 1
    /** The description of a batch, and its steps. */
    const tell = async (...operations: Operation[]) => {
      revision = good(await applyOperations(owner, id, { base: revision, operations })).revision
      const [last] = good(await findRevisions(owner, id, { page: 1, size: 1 })).items
      if (!last) throw new Error('no revision')
      return { text: operationText(last, instanceFor('en').t).replaceAll(/[\u2066-\u2069]/g, ''), steps: last.steps }
    }
    return { before, tell }
  }
  it('names up to three channels, or the first ones and the count', async () => {
    const { before, tell } = await begin()
    expect(await tell({ op: 'lock', ids: [2], value: true })).toMatchObject({
      text: `Locked: ${before[2]}`,
      steps: [{ channels: [before[2]] }],
    })
    expect((await tell({ op: 'lock', ids: [2], value: false })).text).toBe(`Unlocked: ${before[2]}`)
    expect((await tell({ op: 'skip', ids: [2, 3, 5], value: true })).text).toBe(
      `Skipped: ${before[2]}, ${before[3]}, ${before[5]}`,
    )
    expect(await tell({ op: 'skip', ids: [0, 1, 2, 3], value: false })).toMatchObject({
      text: `No longer skipped: 4 channels (${before[0]}, ${before[1]}, ${before[2]}…)`,
      steps: [{ count: 4, channels: [before[0], before[1], before[2]] }],
    })
  })
  it('describes a move of several, up, down or by a held key through old and new positions', async () => {
    const { before, tell } = await begin()
    expect(await tell({ op: 'step', ids: [3], by: 1 })).toMatchObject({
      text: `“${before[3]}” moved from 4 to 5`,
      steps: [{ by: 1, channels: [before[3]], places: [{ from: 4, to: 5 }] }],
    })
    expect(await tell(...Array.from({ length: 4 }, (): Operation => ({ op: 'step', ids: [3], by: 1 })))).toMatchObject({
      text: `“${before[3]}” moved from 5 to 9`,
      steps: [{ count: 1, places: [{ from: 5, to: 9 }] }],
    })
    expect((await tell({ op: 'move', ids: [0, 1], to: 12 })).text).toBe(
      `“${before[0]}” moved from 1 to 11, “${before[1]}” moved from 2 to 12`,
    )
    expect((await tell({ op: 'move', ids: [0, 1, 2, 4], to: 1 })).text).toMatch(
      /^Moved: 4 channels \(“[^”]+” moved from 11 to \d, .*…\)$/,
    )
    // At the end a channel can't move; if a batch moves others too, no position is given.
    expect((await tell({ op: 'step', ids: [11], by: 1 }, { op: 'delete', ids: [7] })).text).toBe(
      `Moved down: ${before[11]} · Deleted: ${before[7]}`,
    )
  })
  it('names the group of a favourite, and each channel of a batch once', async () => {
    const { before, tell } = await begin()
    expect(await tell({ op: 'favourite', ids: [4], group: 0, value: true })).toMatchObject({
      text: `Added to News: ${before[4]}`,
      steps: [{ group: 0, groupName: 'News', channels: [before[4]] }],
    })
    expect((await tell({ op: 'favourite', ids: [4], group: 0, value: false })).text).toBe(
      `Removed from News: ${before[4]}`,
    )
    expect((await tell({ op: 'lock', ids: [1, 2], value: true }, { op: 'lock', ids: [2, 3], value: true })).text).toBe(
      `Locked: ${before[1]}, ${before[2]}, ${before[3]}`,
    )
    expect((await tell({ op: 'rename', id: 1, name: 'One' }, { op: 'rename', id: 2, name: 'Two' })).text).toBe(
      `Renamed: ${before[1]}, ${before[2]}`,
    )
  })
})

describe('a batch that names a deleted channel', () => {
  it('is refused with the channel’s name from the file, in the message too', async () => {
    const { owner, id } = await makeList()
    const [name] = good(
      await readList(owner, id, {}, (view) =>
        view
          .rows({}, { page: 1, size: 12 })
          .items.filter((row) => row.id === 4)
          .map((row) => row.name),
      ),
    )
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [4] }] }))
    const refused = await applyOperations(owner, id, {
      base: 2,
      operations: [{ op: 'lock', ids: [3, 4], value: true }],
    })
    expect(refused).toMatchObject({
      ok: false,
      code: 'C1106',
      data: { reason: 'unknown-channel', id: 4, channel: name },
    })
    if (refused.ok) throw new Error('it was taken')
    expect(failureText(instanceFor('en').t, refused.code, refused.data).replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      `“${name}” is not in the list.`,
    )
    // A number that was never in the file has no name.
    const unknown = await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [400], value: true }] })
    expect(unknown.ok ? '' : failureText(instanceFor('en').t, unknown.code, unknown.data)).toContain(
      'One of the channels is not in the list.',
    )
  })
})

describe('undo and redo', () => {
  it(
    'behave like two stacks, through 300 random sequences',
    async () => {
      const { owner, id } = await makeList(6)
      const step = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('edit' as const),
            ids: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
            to: fc.integer({ min: 1, max: 6 }),
          }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('redo' as const) }) },
      )
      const past: number[][] = []
      const future: number[][] = []
      let present = [0, 1, 2, 3, 4, 5]
      let revision = 1
      const move = (order: number[], moved: number[], to: number): number[] => {
        const rest = order.filter((channel) => !moved.includes(channel))
        const at = Math.min(to - 1, rest.length)
        return [...rest.slice(0, at), ...order.filter((channel) => moved.includes(channel)), ...rest.slice(at)]
      }
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          for (const one of steps) {
            if (one.kind === 'edit') {
              revision = good(
                await applyOperations(owner, id, {
                  base: revision,
                  operations: [{ op: 'move', ids: one.ids, to: one.to }],
                }),
              ).revision
              past.push(present)
              future.length = 0
              present = move(present, one.ids, one.to)
              continue
            }
            const [from, into] = one.kind === 'undo' ? [past, future] : [future, past]
            const result = await (one.kind === 'undo' ? undo : redo)(owner, id, { base: revision })
            const expected = from.pop()
            if (expected === undefined) expect(codeOf(result)).toBe('C1105')
            else {
              into.push(present)
              present = expected
              revision++
              expect(good(result)).toMatchObject({ revision })
            }
          }
          expect(good(await readList(owner, id, {}, (view) => view.ids({})))).toEqual(present)
          const list = good(await getList(owner, id))
          expect([list.revision, list.undoTo === null, list.redoTo === null]).toEqual([
            revision,
            past.length === 0,
            future.length === 0,
          ])
          // Long sequences reach the end of the kept history; start a new list before that.
          if (revision > 400) {
            await db.listRevision.deleteMany({ where: { listId: id, number: { lt: revision } } })
            await db.$transaction([
              db.listRevision.updateMany({
                where: { listId: id, number: revision },
                data: { number: 1, undoTo: null, redoTo: null },
              }),
              db.channelList.update({ where: { id }, data: { revision: 1 } }),
            ])
            past.length = 0
            future.length = 0
            revision = 1
          }
        }),
        { numRuns: times(300) },
      )
    },
    limitMs(120_000),
  )

  it('name the author of the change that they revert, and restore the bytes', async () => {
    const { owner, id } = await makeList()
    const before = good(await exportFile(owner, id)).bytes
    good(
      await applyOperations(owner, id, {
        base: 1,
        operations: [
          { op: 'rename', id: 0, name: 'New' },
          { op: 'delete', ids: [1, 2] },
        ],
      }),
    )
    expect(good(await getList(owner, id))).toMatchObject({
      channels: 10,
      undoes: {
        number: 2,
        steps: [
          { op: 'rename', name: 'New' },
          { op: 'delete', count: 2 },
        ],
        author: { name: owner.userName },
      },
      redoes: null,
    })
    good(await undo(owner, id))
    expect(good(await getList(owner, id))).toMatchObject({
      channels: 12,
      undoes: null,
      redoes: { number: 2 },
      lastEdit: { kind: 'undo', of: 2 },
    })
    expect(Buffer.compare(good(await exportFile(owner, id)).bytes, before)).toBe(0)
    good(await redo(owner, id))
    expect(good(await getList(owner, id))).toMatchObject({
      channels: 10,
      undoes: { number: 2 },
      lastEdit: { kind: 'redo', of: 2 },
    })
    const history = good(await findRevisions(owner, id, { page: 1, size: 10 }))
    expect(history.items.map(({ number, kind }) => `${number} ${kind}`)).toEqual([
      '4 redo',
      '3 undo',
      '2 edit',
      '1 import',
    ])
  })

  it('refuse a base that is not the newest, so that nobody undoes an unseen change', async () => {
    const { owner, id } = await makeList()
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'lock', ids: [0], value: true }] }))
    const refused = await undo(owner, id, { base: 1 })
    expect(refused).toMatchObject({ ok: false, code: 'C1104', data: { cause: 'moved-on', base: 1, revision: 2 } })
    expect(good(await getList(owner, id)).revision).toBe(2)
  })

  it('restore any kept revision, as a new change', async () => {
    const { owner, id } = await makeList()
    const first = await names(owner, id)
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [0] }] }))
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'delete', ids: [1] }] }))
    good(await restoreRevision(owner, id, { revision: 1 }))
    expect(await names(owner, id)).toEqual(first)
    good(await undo(owner, id))
    expect(await names(owner, id)).toHaveLength(10)
    expect(codeOf(await restoreRevision(owner, id, { revision: 77 }))).toBe('C1101')
  })
})

describe('a batch', () => {
  it('is applied completely or not at all', async () => {
    const { owner, id } = await makeList()
    const before = await names(owner, id)
    const refused = await applyOperations(owner, id, {
      base: 1,
      operations: [
        { op: 'lock', ids: [0], value: true },
        { op: 'move', ids: [99], to: 1 },
      ],
    })
    expect(refused).toMatchObject({ ok: false, code: 'C1106', data: { reason: 'unknown-channel', index: 1 } })
    expect(await names(owner, id)).toEqual(before)
    expect(good(await getList(owner, id)).revision).toBe(1)
  })

  it('gets its first answer when sent again with its id, and is not applied twice', async () => {
    const { owner, id } = await makeList()
    const send = () =>
      applyOperations(owner, id, { base: 1, operations: [{ op: 'step', ids: [0], by: 1 }], batch: 'batch-0001' })
    const answers = await Promise.all([send(), send(), send()])
    for (const answer of answers) expect(good(answer)).toMatchObject({ revision: 2, undoTo: 1, merged: false })
    expect((await names(owner, id))[0]).toMatch(/^1:/)
    expect(good(await getList(owner, id)).revision).toBe(2)
    const step = () => undo(owner, id, { base: 2, batch: 'batch-0002' })
    expect(good(await step()).revision).toBe(3)
    expect(good(await step()).revision).toBe(3)
    expect(good(await getList(owner, id)).revision).toBe(3)
  })

  it('is refused under its author’s earlier id if it differs; another author’s same id is a new batch', async () => {
    const [one, other] = [await makeActor('administrator'), await makeActor('administrator')]
    const { id } = good(
      await createList(one, { name: `Of ${one.userId.slice(-12)}`, bytes: sdxFile(12), fileName: null }),
    )
    const batch = 'batch-of-two'
    const steps = (actor: Actor) => [
      () => applyOperations(actor, id, { base: 1, operations: [{ op: 'delete', ids: [0] }], batch }),
      () => undo(actor, id, { batch }),
      () => redo(actor, id, { batch }),
      () => restoreRevision(actor, id, { revision: 1, batch }),
    ]
    good(await applyOperations(one, id, { base: 1, operations: [{ op: 'delete', ids: [0] }], batch }))
    const [same, ...others] = steps(one)
    expect(good((await same?.()) ?? fail('A0404')).revision).toBe(2)
    for (const step of others)
      expect(await step()).toEqual({ ok: false, code: 'A0409', field: 'batch', data: { context: 'sent' } })
    expect(good(await getList(one, id)).revision).toBe(2)
    const [, undoing] = steps(other)
    expect(good((await undoing?.()) ?? fail('A0404')).revision).toBe(3)
  })

  it('is refused on a revision that does not exist yet', async () => {
    const { owner, id } = await makeList()
    expect(
      await applyOperations(owner, id, { base: 9, operations: [{ op: 'lock', ids: [0], value: true }] }),
    ).toMatchObject({ ok: false, code: 'A0422', field: 'base' })
  })
})

describe('two writers on one base', () => {
  it('both succeed if they touch different things; the second is told that it was merged', async () => {
    const { owner, id } = await makeList()
    const edit = (operations: Operation[]) => applyOperations(owner, id, { base: 1, operations })
    const answers = await Promise.all([
      edit([{ op: 'rename', id: 0, name: 'First' }]),
      edit([{ op: 'move', ids: [3], to: 1 }]),
      edit([{ op: 'delete', ids: [7] }]),
    ])
    expect(answers.map((answer) => good(answer).merged)).toEqual([false, true, true])
    expect(answers.map((answer) => good(answer).revision)).toEqual([2, 3, 4])
    const result = await names(owner, id)
    expect(result).toHaveLength(11)
    expect(result.slice(0, 2).map((text) => text.split(':')[0])).toEqual(['3', '0'])
    expect(result[1]).toBe('0:First')
  })

  it('conflict over the same thing: one wins, the other sees both sides, and none of its batch is stored', async () => {
    const { owner, id } = await makeList()
    const edit = (name: string) => applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 0, name }] })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(edit))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const lost = answers.filter((answer) => !answer.ok)
    for (const answer of lost) {
      expect(codeOf(answer)).toBe('C1104')
      const data = (answer.ok ? undefined : answer.data) as ClashData
      expect(data).toMatchObject({
        cause: 'changed',
        base: 1,
        revision: 2,
        total: 1,
        clashes: [{ field: 'name', id: 0, theirs: 'A' }],
        since: [{ number: 2, author: { name: owner.userName } }],
      })
    }
    expect(good(await getList(owner, id)).revision).toBe(2)
  })

  it('are kept apart by the SQL statement itself, even without the queue', async () => {
    const { owner, id } = await makeList()
    const data = good(await engineData(owner, id))
    const source = { id: data.head.sourceId, bytes: data.source, origin: null }
    const revision = {
      kind: 'edit' as const,
      source,
      state: data.state,
      facts: {
        channels: 12,
        tv: 12,
        radio: 0,
        satellites: 1,
        transponders: 1,
        dialect: 'satcodx',
        version: '103',
        encoding: 'iso-8859-9',
      },
      problems: null,
      operations: null,
      summary: { steps: [] },
      undoTo: 1,
      redoTo: null,
      fileName: null,
      author: { id: owner.userId, name: owner.userName, sn: null },
    }
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => commitRevision(id, 1, revision, null)))
    expect(outcomes.filter((outcome) => outcome !== 'stale')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'stale')).toHaveLength(5)
    expect(await db.listRevision.count({ where: { listId: id } })).toBe(2)
  })

  it('are merged across an undo, because states are compared and not operations', async () => {
    const { owner, id } = await makeList()
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'Theirs' }] }))
    good(await undo(owner, id))
    expect(
      good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'Mine' }] })),
    ).toMatchObject({ merged: true, revision: 4 })
  })
})

describe('replacing the file', () => {
  it('makes a revision that undo reverts, and conflicts with edits of the old file', async () => {
    const { owner, id } = await makeList()
    const before = good(await exportFile(owner, id))
    const replaced = good(
      await replaceFile(owner, id, { bytes: sdxFile(30, 99), fileName: 'other.sdx', ifMatch: before.etag }),
    )
    expect(replaced).toMatchObject({ revision: 2, channels: 30, fileName: 'other.sdx', lastEdit: { kind: 'replace' } })
    expect(
      await applyOperations(owner, id, { base: 1, operations: [{ op: 'lock', ids: [0], value: true }] }),
    ).toMatchObject({ ok: false, code: 'C1104', data: { cause: 'replaced' } })
    good(await undo(owner, id))
    expect(Buffer.compare(good(await exportFile(owner, id)).bytes, before.bytes)).toBe(0)
    good(await redo(owner, id))
    expect(good(await getList(owner, id)).channels).toBe(30)
  })

  it('changes the problem counts with the file, and undo restores the old ones', async () => {
    const { owner, id } = await makeList()
    const counts = async () => {
      const { errors, warnings } = good(await getList(owner, id))
      const report = good(await reportOf(owner, id, { page: 1, size: 20 }))
      expect({ errors, warnings }).toEqual({ errors: report.errors, warnings: report.warnings })
      return errors + warnings
    }
    expect(await counts()).toBe(0)
    const damaged = sdxFile(12).slice()
    damaged.fill(0x58, 33, 41)
    good(await replaceFile(owner, id, { bytes: damaged, fileName: null, ifMatch: '*' }))
    const after = await counts()
    expect(after).toBeGreaterThan(0)
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [2], value: true }] }))
    expect(await counts()).toBe(after)
    good(await undo(owner, id))
    expect(await counts()).toBe(after)
    good(await undo(owner, id))
    expect(await counts()).toBe(0)
    good(await redo(owner, id))
    expect(await counts()).toBe(after)
    good(await restoreRevision(owner, id, { revision: 1 }))
    expect(await counts()).toBe(0)
  })

  it('needs the ETag of the newest file, in either dialect', async () => {
    const { owner, id } = await makeList()
    const { etag } = good(await exportFile(owner, id))
    const chl = good(await exportFile(owner, id, { format: 'chl' }))
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'Changed' }] }))
    expect(codeOf(await replaceFile(owner, id, { bytes: sdxFile(5), fileName: null, ifMatch: etag }))).toBe('A0412')
    expect(codeOf(await replaceFile(owner, id, { bytes: sdxFile(5), fileName: null, ifMatch: chl.etag }))).toBe('A0412')
    const now = good(await exportFile(owner, id, { format: 'chl' }))
    expect(
      codeOf(await replaceFile(owner, id, { bytes: sdxFile(5), fileName: null, ifMatch: `"other", ${now.etag}` })),
    ).toBe('no failure')
  })

  it('leaves the list unchanged if it fails, and makes no revision for the same bytes', async () => {
    const { owner, id } = await makeList()
    const bytes = good(await exportFile(owner, id)).bytes
    const heard: string[] = []
    const stop = listChanged.listen(({ listId }) => heard.push(listId))
    expect(
      codeOf(
        await replaceFile(owner, id, {
          bytes: new TextEncoder().encode('<?xml version="1.0"?>'),
          fileName: null,
          ifMatch: '*',
        }),
      ),
    ).toBe('C1112')
    expect(codeOf(await replaceFile(owner, id, { bytes: sdxFile(2100), fileName: null, ifMatch: '*' }))).toBe('Q2202')
    expect(good(await replaceFile(owner, id, { bytes, fileName: null, ifMatch: '*' })).revision).toBe(1)
    stop()
    expect(heard).toEqual([])
    expect(Buffer.compare(good(await exportFile(owner, id)).bytes, bytes)).toBe(0)
  })
})

describe('the history', () => {
  it('keeps 500 revisions and deletes older ones; undo and redo stop at its end', async () => {
    const { owner, id } = await makeList(3)
    // The sixtieth is undone, so kept revisions would undo or redo to deleted ones.
    for (let base = 1; base < 560; base++) {
      if (base === 60) good(await undo(owner, id, { base }))
      else
        good(
          await applyOperations(owner, id, {
            base,
            operations: [{ op: 'lock', ids: [base % 3], value: base % 2 === 0 }],
          }),
        )
    }
    expect(
      await db.listRevision.findUniqueOrThrow({ where: { listId_number: { listId: id, number: 61 } } }),
    ).toMatchObject({ kind: 'undo', undoTo: 58, redoTo: 60 })
    await compactRevisions()
    expect(good(await findRevisions(owner, id, { page: 1, size: 10 })).total).toBe(500)
    expect(
      await applyOperations(owner, id, { base: 5, operations: [{ op: 'skip', ids: [0], value: true }] }),
    ).toMatchObject({ ok: false, code: 'C1104', data: { cause: 'too-old' } })
    const [oldest, next] = await db.listRevision.findMany({
      where: { listId: id },
      orderBy: { number: 'asc' },
      take: 2,
    })
    expect(oldest).toMatchObject({ number: 61, undoTo: null, redoTo: null })
    // The revisions that lead to kept ones stay.
    expect(next).toMatchObject({ number: 62, undoTo: 61 })
  }, 60_000)

  it('deletes an unused source after a day and not earlier, as an import may be under way', async () => {
    const sources = { young: 'y'.repeat(64), old: 'o'.repeat(64) }
    const { owner, id } = await makeList()
    const named = (await db.listRevision.findFirstOrThrow({ where: { listId: id } })).sourceId
    const { createdAt: _, ...like } = await db.listSource.findUniqueOrThrow({ where: { id: named } })
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await db.listSource.createMany({
      data: [
        { ...like, id: sources.young, createdAt: at(23) },
        { ...like, id: sources.old, createdAt: at(25) },
      ],
    })
    await db.listSource.update({ where: { id: named }, data: { createdAt: at(100) } })
    await compactRevisions()
    expect(
      await db.listSource.findMany({
        where: { id: { in: [named, ...Object.values(sources)] } },
        select: { id: true },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([named, sources.young].sort().map((one) => ({ id: one })))
    expect(await names(owner, id)).toHaveLength(12)
  })
})

describe('reading', () => {
  it('gives a view that stops working after its reader, and refuses a promise', async () => {
    const { owner, id } = await makeList()
    const view = good(await readList(owner, id, {}, (open) => open))
    expect(() => view.satellites()).toThrow(TypeError)
    await expect(readList(owner, id, {}, (open) => Promise.resolve(open.length))).rejects.toThrow(TypeError)
    expect(good(await readList(owner, id, {}, (open) => open.length))).toBe(12)
  })

  it('shows rows in another order without changing the list', async () => {
    const { owner, id } = await makeList(60)
    const before = await names(owner, id)
    const sorted = good(
      await readList(owner, id, {}, (view) => ({
        up: view.rows({ sort: 'name' }, { page: 1, size: 60 }).items,
        down: view.rows({ sort: '-name' }, { page: 1, size: 60 }).items,
        frequency: view.rows({ sort: 'frequency' }, { page: 1, size: 60 }).items,
      })),
    )
    expect(sorted.up.map(({ name }) => name)).toEqual([...sorted.down].reverse().map(({ name }) => name))
    expect(sorted.up.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 1),
    )
    expect(sorted.frequency.map(({ frequencyKHz }) => frequencyKHz)).toEqual(
      sorted.frequency.map(({ frequencyKHz }) => frequencyKHz ?? 0).sort((a, b) => a - b),
    )
    expect(await names(owner, id)).toEqual(before)
  })

  it('pages, filters and counts the same rows', async () => {
    const { owner, id } = await makeList(75)
    const seen = good(
      await readList(owner, id, {}, (view) => ({
        pages: [1, 2, 3, 4, 5].map((page) => view.rows({}, { page, size: 20 })),
        radio: view.rows({ type: 'radio' }, { page: 1, size: 100 }),
        facets: view.facets(),
        ids: view.ids({ type: 'radio' }),
        at: view
          .satellites()
          .map(({ angle }) => view.rows({ angle: angle ?? undefined }, { page: 1, size: 100 }).total),
      })),
    )
    expect(seen.pages.map(({ items }) => items.length)).toEqual([20, 20, 20, 15, 0])
    expect(seen.radio.total).toBe(seen.facets.types.radio)
    expect(seen.radio.items.map(({ id: channel }) => channel)).toEqual(seen.ids)
    expect(seen.at.reduce((sum, total) => sum + total, 0)).toBe(75)
  })

  it('returns a list’s details with what was read from it, only to those who may see it', async () => {
    const { owner, id } = await makeList()
    const read = async () =>
      good(await readWithDetails(owner, id, (view) => ({ revision: view.revision, ids: view.ids({}) })))
    const check = async () => {
      const { details, value } = await read()
      expect(details).toEqual(good(await getList(owner, id)))
      expect(value.revision).toBe(details.revision)
      return { details, value }
    }
    expect((await check()).details).toMatchObject({ revision: 1, undoes: null, redoes: null })
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [3] }] }))
    const edited = await check()
    expect(edited.value.ids).not.toContain(3)
    expect(edited.details.undoes?.number).toBe(2)
    good(await applyOperations(owner, id, { base: 2, operations: [{ op: 'lock', ids: [1], value: true }] }))
    good(await undo(owner, id, { base: 3 }))
    const undone = await check()
    expect([undone.details.undoes?.number, undone.details.redoes?.number]).toEqual([2, 3])
    expect(codeOf(await readWithDetails(await makeActor(), id, (view) => view.length))).toBe('C1101')
    expect(codeOf(await readWithDetails(owner, 'nothing', (view) => view.length))).toBe('C1101')
  })

  it('shows the file report and previews another encoding without storing anything', async () => {
    const { owner, id } = await makeList(60)
    const report = good(await reportOf(owner, id, { page: 1, size: 20 }))
    expect(report).toMatchObject({ dialect: 'satcodx', version: '103', records: 60, channels: 60, errors: 0 })
    const preview = good(await previewEncoding(owner, id, 'iso-8859-5'))
    expect(preview.differing).toBeGreaterThan(0)
    expect(
      preview.samples.every(({ present, preview: other }, at) => present !== other || at >= preview.differing),
    ).toBe(true)
    expect(good(await getList(owner, id)).revision).toBe(1)
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'encoding', encoding: 'iso-8859-5' }] }))
    expect(good(await getList(owner, id)).encoding).toBe('iso-8859-5')
    expect((await names(owner, id))[(preview.samples[0]?.position ?? 1) - 1]).toContain(preview.samples[0]?.preview)
  })

  it('gives the editor one chunk that parses back to the same data', async () => {
    const { owner, id } = await makeList()
    const { head, state, source } = good(await engineData(owner, id))
    const bytes = new Uint8Array(Buffer.concat(packPieces(head, state, source)))
    expect(unpack(bytes)).toEqual({ head, state: new Uint8Array(state), source: new Uint8Array(source) })
    for (const cut of [0, 3, 7, 8, 40, bytes.length - 1]) expect(unpack(bytes.subarray(0, cut))).toBeNull()
  })
})
