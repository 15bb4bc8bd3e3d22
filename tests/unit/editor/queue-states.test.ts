/** The table of saving: whole, reachable, and without a way to lose an edit in silence. */
import { describe, expect, it } from 'vitest'
import { nextSaveState, saveEvents, saveStates, saveTable, type SaveState } from '~/client/editor/save/queue.states'

const edges = saveStates.flatMap((from) =>
  saveEvents.flatMap((event) => {
    const to = saveTable[from][event]
    return to ? [{ from, event, to }] : []
  }),
)

describe('the states of saving', () => {
  it('reaches every state from the clean one', () => {
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
  it('uses every event', () => {
    expect([...new Set(edges.map((edge) => edge.event))].sort()).toEqual([...saveEvents].sort())
  })
  it('takes a new edit in every state', () => {
    for (const state of saveStates) expect(saveTable[state].enqueued).toBeDefined()
  })
  it('comes back to clean from every state', () => {
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
  it('becomes clean only when the server has everything, or the person took or gave up the rest', () => {
    expect(
      edges
        .filter((edge) => edge.to === 'clean')
        .map((edge) => edge.event)
        .sort(),
    ).toEqual(['accepted-last', 'emptied', 'emptied', 'emptied', 'emptied', 'resolved-last', 'resolved-last'])
  })
  it('stops at an event that a state has no edge for', () => {
    expect(() => nextSaveState('clean', 'due')).toThrow(/no edge/)
  })
})
