/**
 * Saving as a value: every event has an edge in any order, an edit that may have left never changes, and each edit ends
 * once.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from '~/engine/types'
import type { Entry } from '~/client/editor/save/journal'
import type { Choice, Clash, ClashReport } from '~/client/editor/save/outcome'
import * as step from '~/client/editor/save/saving'
import type { Saving } from '~/client/editor/save/saving'
import { times } from '../../support/runs'

const clash: Clash = { field: 'lock', id: 1, channel: null, mine: true, theirs: false }
const news: ClashReport = { cause: 'changed', clashes: [clash], total: 1, by: null, source: null }
const start = (): Saving => step.startSaving({ revision: 1, sourceId: 'file' })

/** One event as the queue produces it, if it is possible now. An impossible event leaves the value unchanged. */
type Happening =
  | { is: 'act'; kind: 'step' | 'lock' | 'undo' }
  | { is: 'take back' }
  | { is: 'send' }
  | { is: 'acknowledge'; merged: boolean; clashes: boolean; read: boolean }
  | { is: 'stop'; by: 'clash' | 'signed-out' | 'unreachable' | 'refused' }
  | { is: 'choose'; choice: Choice }
  | { is: 'restore' }
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('act'), kind: fc.constantFrom('step', 'lock', 'undo') }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('take back', 'send', 'restore') }) },
  { weight: 2, arbitrary: fc.constant({ is: 'send' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('acknowledge'),
      merged: fc.boolean(),
      clashes: fc.boolean(),
      read: fc.boolean(),
    }),
  },
  fc.record({ is: fc.constant('stop'), by: fc.constantFrom('clash', 'signed-out', 'unreachable', 'refused') }),
  fc.record({ is: fc.constant('choose'), choice: fc.constantFrom('mine', 'theirs', 'all-theirs') }),
)

/** The value, with the outcome of each edit. */
const openSaving = () => {
  let saving = start()
  let batches = 0
  let revision = 1
  const newBatch = () => `batch-${++batches}`
  const begun = new Map<string, Entry>()
  const ended = new Map<string, string>()
  const end = (before: readonly Entry[], how: string) => {
    const stay = new Set(saving.entries.map(({ batch }) => batch))
    for (const { batch } of before) if (!stay.has(batch)) ended.set(batch, how)
  }
  const acknowledge = (merged: boolean, isRead: boolean, clashes: Clash[]) => {
    const before = saving.entries
    const madeUpon = saving.base
    saving = step.acknowledged(saving, { revision: (revision += merged ? 2 : 1), merged })
    end(before, 'acknowledged')
    const [next] = saving.entries
    if (!isRead) saving = step.fellBehind(saving, merged ? madeUpon : saving.base)
    saving =
      next && !isRead
        ? step.stopped(saving, next, { is: 'unreachable', retryAfterMs: null })
        : step.settled(saving, clashes)
  }
  const happen = (what: Happening) => {
    const [first] = saving.entries
    const isUnderWay = saving.state === 'saving' && first !== undefined
    const before = saving.entries
    switch (what.is) {
      case 'act': {
        const operation: Operation =
          what.kind === 'step' ? { op: 'step', ids: [1], by: 1 } : { op: 'lock', ids: [1], value: true }
        const kind = what.kind === 'undo' ? 'undo' : 'edit'
        saving = step.added(saving, { kind, operations: [operation], source: 'file' }, newBatch).saving
        break
      }
      case 'take back':
        saving = step.cancelled(saving, before.at(-1)?.batch ?? '') ?? saving
        end(before, 'taken back')
        break
      case 'send':
        if (!first || !step.canSend(saving)) break
        saving = step.leaving(step.caughtUp(step.due(saving)), first)
        begun.set(first.batch, structuredClone(first))
        break
      case 'acknowledge':
        if (isUnderWay) acknowledge(what.merged, what.read, what.clashes ? [clash] : [])
        break
      case 'stop':
        if (!isUnderWay) break
        if (what.by === 'clash') saving = step.stopped(saving, first, { is: 'clash', ...news })
        else if (what.by === 'refused')
          saving = step.stopped(saving, first, { is: 'refused', code: 'C1101', message: '' })
        else saving = step.stopped(saving, first, { is: what.by, retryAfterMs: null })
        break
      case 'choose':
        if (!step.mustChoose(saving)) break
        saving = step.resolved(saving, what.choice, { revision, sourceId: 'file' }, null, newBatch)
        end(before, 'decided')
        break
      case 'restore':
        if (before.length > 0 || saving.state !== 'clean') break
        saving = step.restored(saving, {
          base: revision,
          sourceId: 'file',
          entries: [{ batch: newBatch(), kind: 'edit', operations: [{ op: 'lock', ids: [2], value: true }] }],
        })
        break
    }
  }
  return { happen, saving: () => saving, begun, ended, made: () => batches }
}

describe('saving under any sequence of events', () => {
  it('has an edge for each, and is clean when nothing waits', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (all) => {
        const { happen, saving } = openSaving()
        for (const one of all) {
          happen(one)
          const { state, entries, problem } = saving()
          if (state !== 'saving') expect(state === 'clean').toBe(entries.length === 0)
          expect(problem !== null).toBe(step.mustChoose(saving()))
          if (problem) expect(problem.entry.batch).toBe(entries[0]?.batch)
        }
      }),
      { numRuns: times(1000) },
    )
  })

  it('never changes or cancels an edit that may have left', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (all) => {
        const { happen, saving, begun, ended } = openSaving()
        for (const one of all) {
          happen(one)
          for (const entry of saving().entries) {
            const asItLeft = begun.get(entry.batch)
            if (asItLeft) expect(entry).toEqual(asItLeft)
          }
        }
        for (const batch of begun.keys()) expect(ended.get(batch)).not.toBe('taken back')
      }),
      { numRuns: times(1000) },
    )
  })

  it('ends each edit once: acknowledged, cancelled, or by the person’s decision', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (all) => {
        const { happen, saving, ended, made } = openSaving()
        for (const one of all) happen(one)
        const waiting = saving().entries.map(({ batch }) => batch)
        expect(new Set(waiting).size).toBe(waiting.length)
        for (const batch of waiting) expect(ended.has(batch)).toBe(false)
        expect(waiting.length + ended.size).toBe(made())
      }),
      { numRuns: times(1000) },
    )
  })

  it('journals waiting edits on the revision that was read', () => {
    let saving = step.added(start(), { kind: 'edit', operations: [], source: 'file' }, () => 'one').saving
    expect(step.recordOf(saving)).toMatchObject({ base: 1, sourceId: 'file', entries: [{ batch: 'one' }] })
    saving = step.added(saving, { kind: 'undo', operations: [], source: 'file' }, () => 'two').saving
    saving = step.fellBehind(step.acknowledged(step.due(saving), { revision: 5, merged: true }), 1)
    expect(saving.base).toBe(5)
    expect(step.recordOf(saving)).toMatchObject({ base: 1, entries: [{ batch: 'two' }] })
    expect(step.recordOf(step.caughtUp(saving))).toMatchObject({ base: 5 })
    expect(step.recordOf(start())).toBeNull()
  })

  const edit = (id: number) => ({
    kind: 'edit' as const,
    operations: [{ op: 'lock' as const, ids: [id], value: true }],
    source: 'file',
  })
  const waiting = (kinds: readonly ('edit' | 'undo' | 'redo')[]) => {
    let batches = 0
    const newBatch = () => `batch-${++batches}`
    const saving = kinds.reduce(
      (before, kind, id) => step.added(before, { ...edit(id), kind }, newBatch).saving,
      step.startSaving({ revision: 3, sourceId: 'file' }),
    )
    const asked = step.stopped(step.due(saving), saving.entries[0] ?? { batch: '', kind: 'edit', operations: [] }, {
      is: 'clash',
      ...news,
    })
    return (choice: Choice) =>
      step
        .resolved(asked, choice, { revision: 9, sourceId: 'file' }, null, newBatch)
        .entries.map(({ kind, base, batch }) => `${kind} ${batch} ${base ?? '-'}`)
  }

  it('applies a choice to one edit: those after it keep the revision that they were made on', () => {
    const choose = waiting(['edit', 'edit', 'undo', 'edit'])
    expect(choose('mine')).toEqual(['edit batch-5 -', 'edit batch-2 3', 'undo batch-3 -', 'edit batch-4 3'])
    expect(choose('theirs')).toEqual(['edit batch-2 3', 'undo batch-3 -', 'edit batch-4 3'])
    expect(choose('all-theirs')).toEqual([])
  })

  it('keeps the revision of those after a merged edit, once', () => {
    let saving = step.added(start(), edit(1), () => 'one').saving
    saving = step.added(saving, edit(2), () => 'two').saving
    saving = step.added(saving, edit(3), () => 'three').saving
    saving = step.settled(step.acknowledged(step.due(saving), { revision: 4, merged: true }), [])
    expect(step.recordOf(saving)?.entries.map(({ base }) => base)).toEqual([1, 1])
    saving = step.settled(step.acknowledged(step.due(saving), { revision: 7, merged: true }), [])
    expect(step.recordOf(saving)).toMatchObject({ base: 7, entries: [{ batch: 'three', base: 1 }] })
  })

  it('drops an edit with its undo and the redo of that, and no other', () => {
    expect(waiting(['edit', 'edit', 'undo', 'undo'])('theirs')).toEqual(['edit batch-2 3', 'undo batch-3 -'])
    expect(waiting(['edit', 'undo', 'redo', 'edit'])('theirs')).toEqual(['edit batch-4 3'])
    expect(waiting(['undo', 'redo', 'edit'])('theirs')).toEqual(['edit batch-3 3'])
  })
})
