/** The history as a value: undo and redo steps, and how many are kept. */
import { describe, expect, it } from 'vitest'
import { done, emptyHistory, grown, redone, undone, type DoneStep } from '~/client/editor/store/history'

const stepOf = (batch: string, bytes = 1): DoneStep => ({
  batch,
  kind: 'edit',
  before: new Uint8Array(bytes),
  operations: [],
})
const after = new Uint8Array(1)
const batches = (steps: readonly { batch: string }[]) => steps.map(({ batch }) => batch)

describe('the history of a tab', () => {
  it('goes back and forward, step by step', () => {
    const two = done(done(emptyHistory, stepOf('a')), stepOf('b'))
    const back = undone(two, { batch: 'b', after, operations: [], how: 'never-sent' })
    expect([batches(back.done), batches(back.undone)]).toEqual([['a'], ['b']])
    const forth = redone(back, stepOf('c'))
    expect([batches(forth.done), batches(forth.undone)]).toEqual([['a', 'c'], []])
    expect(batches(redone(back, null).done)).toEqual(['a'])
  })
  it('has nothing to redo after a new edit, or one that grew', () => {
    const back = undone(done(done(emptyHistory, stepOf('a')), stepOf('b')), {
      batch: 'b',
      after,
      operations: [],
      how: 'undone',
      undoBatch: null,
    })
    expect(done(back, stepOf('c')).undone).toEqual([])
    const more = grown(back, [{ op: 'rename', id: 1, name: 'New' }])
    expect(more.undone).toEqual([])
    expect(more.done).toMatchObject([{ batch: 'a', operations: [{ name: 'New' }] }])
  })
  it('keeps 500 steps, fewer when their states are big, and always the last', () => {
    let history = emptyHistory
    for (let i = 0; i < 510; i++) history = done(history, stepOf(`step-${i}`))
    expect(history.done).toHaveLength(500)
    expect(history.done[0]?.batch).toBe('step-10')
    const tenMiB = 10 * 1024 * 1024
    for (let i = 0; i < 6; i++) history = done(history, stepOf(`big-${i}`, tenMiB))
    expect(batches(history.done)).toEqual(['big-2', 'big-3', 'big-4', 'big-5'])
    expect(batches(done(history, stepOf('huge', 5 * tenMiB)).done)).toEqual(['huge'])
  })
})
