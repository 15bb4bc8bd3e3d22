/** The idle time compared with a plain model: when the last action was, and how long ago. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idleLeftMs, nextIdle, startIdle, warnBeforeMs, type Idle, type IdleEvent } from '~/client/session/idle.states'

const minuteMs = 60_000
const idleMs = 30 * minuteMs
const startMs = Date.UTC(2026, 10, 21, 12)
const run = (idle: Idle, events: readonly IdleEvent[]): Idle => events.reduce(nextIdle, idle)
const at = (minutes: number): number => startMs + minutes * minuteMs
const begin = (): Idle => startIdle(idleMs, idleMs, startMs, null)

describe('the idle time', () => {
  it('warns two minutes before its end and is over after thirty', () => {
    const states = [27.9, 28, 29.9, 30, 31].map((minutes) => nextIdle(begin(), { is: 'tick', atMs: at(minutes) }).state)
    expect(states).toEqual(['awake', 'warned', 'warned', 'over', 'over'])
  })
  it('starts again with an action, until it is over', () => {
    const warned = run(begin(), [{ is: 'tick', atMs: at(29) }])
    expect(warned.state).toBe('warned')
    const awake = run(warned, [{ is: 'act', atMs: at(29) }])
    expect([awake.state, idleLeftMs(awake, at(29))]).toEqual(['awake', idleMs])
    const over = run(begin(), [
      { is: 'tick', atMs: at(30) },
      { is: 'act', atMs: at(30) },
    ])
    expect(over.state).toBe('over')
  })
  it('is over at once after a sleep, and does not shrink when the clock goes back', () => {
    expect(run(begin(), [{ is: 'tick', atMs: at(8 * 60) }]).state).toBe('over')
    const back = run(begin(), [{ is: 'tick', atMs: at(-24 * 60) }])
    expect([back.state, idleLeftMs(back, at(-24 * 60))]).toEqual(['awake', idleMs])
    expect(run(back, [{ is: 'tick', atMs: at(-24 * 60 + 30) }]).state).toBe('over')
  })
  it('starts from the server’s time or a later click that this browser remembers, never in the future', () => {
    const left = (rememberedMs: number | null): number =>
      idleLeftMs(startIdle(idleMs, 10 * minuteMs, startMs, rememberedMs), startMs)
    expect([left(null), left(at(-5)), left(at(-25)), left(at(5))]).toEqual([
      10 * minuteMs,
      25 * minuteMs,
      10 * minuteMs,
      10 * minuteMs,
    ])
  })
  it('warns halfway when it is shorter than twice the warning', () => {
    const short = startIdle(minuteMs, minuteMs, startMs, null)
    expect([29_000, 30_000, 60_000].map((ms) => nextIdle(short, { is: 'tick', atMs: startMs + ms }).state)).toEqual([
      'awake',
      'warned',
      'over',
    ])
  })
  it('agrees with the model over any sequence of actions and checks', () => {
    const events = fc.array(fc.record({ act: fc.boolean(), gapMs: fc.integer({ min: 0, max: 12 * minuteMs }) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(events, (steps) => {
        let idle = begin()
        let nowMs = startMs
        let lastActMs = startMs
        let over = false
        for (const { act, gapMs } of steps) {
          nowMs += gapMs
          if (act && !over) lastActMs = nowMs
          idle = nextIdle(idle, { is: act ? 'act' : 'tick', atMs: nowMs })
          const goneMs = nowMs - lastActMs
          if (!act && goneMs >= idleMs) over = true
          expect(idle.state).toBe(over ? 'over' : act || goneMs < idleMs - warnBeforeMs ? 'awake' : 'warned')
          if (!over) expect(idleLeftMs(idle, nowMs)).toBe(Math.max(0, idleMs - goneMs))
        }
      }),
    )
  })
})
