/** The state table of saving: complete, reachable, and never losing an edit silently. */
import { describe, expect, it } from 'vitest'
import { nextSaveState, saveEvents, saveStates, saveTable, type SaveState } from '~/client/editor/save/queue.states'

const edges = saveStates.flatMap((from) =>
  saveEvents.flatMap((event) => {
    const to = saveTable[from][event]
    return to ? [{ from, event, to }] : []
  }),
)

describe('the save states', () => {
  it('are all reachable from the clean one', () => {
    const reached = new Set<SaveState>(['clean'])
    for (let grew = true; grew;) {
      grew = false
      for (const { from, to } of edges)
        if (reached.has(from) && !reached.has(to)) {
          reached.add(to)
          grew = true
        }
    }
    expect([...reached].sort()).toEqual([...saveStates].sort())
  })
  it('use every event', () => {
    expect([...new Set(edges.map((edge) => edge.event))].sort()).toEqual([...saveEvents].sort())
  })
  it('accept a new edit anywhere', () => {
    for (const state of saveStates) expect(saveTable[state].enqueued).toBeDefined()
  })
  it('all lead back to clean', () => {
    for (const start of saveStates) {
      const reached = new Set<SaveState>([start])
      for (let grew = true; grew;) {
        grew = false
        for (const { from, to } of edges)
          if (reached.has(from) && !reached.has(to)) {
            reached.add(to)
            grew = true
          }
      }
      expect(reached.has('clean'), start).toBe(true)
    }
  })
  it('lead to clean only when the server has everything, or the person accepted or discarded the rest', () => {
    expect(
      edges
        .filter((edge) => edge.to === 'clean')
        .map((edge) => edge.event)
        .sort(),
    ).toEqual(['accepted-last', 'emptied', 'emptied', 'emptied', 'emptied', 'resolved-last', 'resolved-last'])
  })
  it('stop at an event that a state has no edge for', () => {
    expect(() => nextSaveState('clean', 'due')).toThrow(/no edge/)
  })
})
