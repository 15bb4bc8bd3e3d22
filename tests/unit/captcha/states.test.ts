/**
 * The state table of Operation Verification: every event in every phase, and each rule of the specification by name.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstState,
  keepInside,
  maxReloads,
  okDebounceMs,
  quickReleaseMs,
  resultMs,
  step,
  withinTurn,
  type Challenge,
  type Effect,
  type Event,
  type State,
} from '~/client/captcha/captcha.states'
import { times } from '../../support/runs'

const challenges = {
  text: { key: 'cap_t', image: 'data:,t', kind: 'text', slideImage: null },
  slider: { key: 'cap_s', image: 'data:,s', kind: 'slider', slideImage: 'data:,p' },
  rotate: { key: 'cap_r', image: 'data:,r', kind: 'rotate', slideImage: null },
} as const satisfies Record<string, Challenge>

/** Runs events in order; returns the last state and all requested effects. */
const run = (events: readonly Event[], from: State = firstState): { state: State; effects: Effect[] } => {
  let state = from
  const effects: Effect[] = []
  for (const event of events) {
    const next = step(state, event)
    state = next.state
    if (next.effect !== null) effects.push(next.effect)
  }
  return { state, effects }
}
const ready = (kind: keyof typeof challenges): State =>
  run([{ type: 'open' }, { type: 'loaded', load: 1, challenge: challenges[kind] }]).state
const checking = (kind: keyof typeof challenges): State => ({
  ...ready(kind),
  phase: 'checking',
  code: '1234',
  place: { x: 90, y: 40 },
  rotation: 77,
})

describe('loading', () => {
  it('begins once, however often it is opened', () => {
    const { state, effects } = run([{ type: 'open' }, { type: 'open' }])
    expect(state).toMatchObject({ phase: 'loading', load: 1 })
    expect(effects).toEqual([{ do: 'load', load: 1, afterMs: 0, kind: null }])
  })
  it('shows the challenge that arrived, and ignores an older load', () => {
    expect(ready('slider')).toMatchObject({
      phase: 'ready',
      challenge: challenges.slider,
      place: { x: 0, y: 150 },
      rotation: 0,
      code: '',
    })
    const later = run([{ type: 'reset' }], ready('text')).state
    expect(step(later, { type: 'loaded', load: 1, challenge: challenges.rotate }).state).toBe(later)
  })
  it('retries after a network failure, each time later, and then reports it', () => {
    let state = run([{ type: 'open' }]).state
    for (let n = 1; n <= maxReloads; n++) {
      const next = step(state, { type: 'load-failed', load: state.load, why: 'network' })
      expect(next.effect).toEqual({ do: 'load', load: n + 1, afterMs: 1000 * n, kind: null })
      state = next.state
    }
    expect(step(state, { type: 'load-failed', load: state.load, why: 'network' })).toMatchObject({
      state: { phase: 'stopped', note: 'network' },
      effect: null,
    })
  })
  it('stops at 403 and 404 with "Forbidden" until the reset icon is pressed', () => {
    const { state } = run([{ type: 'open' }, { type: 'load-failed', load: 1, why: 'forbidden' }])
    expect(state).toMatchObject({ phase: 'stopped', note: 'forbidden', challenge: null })
    expect(step(state, { type: 'reset' })).toMatchObject({
      state: { phase: 'loading', note: null },
      effect: { do: 'load', load: 2 },
    })
  })
})

describe('the reset icon and a changed image', () => {
  it('clear the state: code, position, rotation, note', () => {
    const used: State = {
      ...ready('slider'),
      code: '12',
      place: { x: 50, y: 50 },
      rotation: 30,
      note: 'wrong',
      pressedAtMs: 5,
    }
    const { state } = run([{ type: 'reset' }, { type: 'loaded', load: 2, challenge: challenges.rotate }], used)
    expect(state).toMatchObject({
      phase: 'ready',
      code: '',
      place: { x: 0, y: 150 },
      rotation: 0,
      note: null,
      pressedAtMs: null,
    })
  })
  it('keep the current kind, and switch to the one that the person chooses', () => {
    expect(step(ready('rotate'), { type: 'reset' }).effect).toMatchObject({ kind: 'rotate' })
    expect(step(ready('rotate'), { type: 'reset', kind: 'text' }).effect).toMatchObject({ kind: 'text' })
  })
  it('do nothing while an answer is checked and after it has passed', () => {
    for (const phase of ['checking', 'passed'] as const)
      expect(step({ ...ready('slider'), phase }, { type: 'reset' })).toEqual({
        state: { ...ready('slider'), phase },
        effect: null,
      })
  })
})

describe('the digits', () => {
  it('say "Code cannot be empty" when the field is left empty', () => {
    expect(step(ready('text'), { type: 'blur' }).state.note).toBe('empty')
    expect(step({ ...ready('text'), code: '12' }, { type: 'blur' }).state.note).toBeNull()
    expect(run([{ type: 'blur' }, { type: 'type', code: '1' }], ready('text')).state.note).toBeNull()
  })
  it('wait 200 ms after OK and are sent once they settle', () => {
    const typed = { ...ready('text'), code: ' 1234 ' }
    expect(step(typed, { type: 'ok' })).toEqual({ state: typed, effect: { do: 'debounce', ms: okDebounceMs } })
    expect(okDebounceMs).toBe(200)
    expect(step(typed, { type: 'ok-settled' })).toMatchObject({
      state: { phase: 'checking' },
      effect: { do: 'send', key: 'cap_t', code: '1234', load: 1 },
    })
    expect(step(ready('text'), { type: 'ok-settled' })).toMatchObject({
      state: { phase: 'ready', note: 'empty' },
      effect: null,
    })
  })
  it('ignore OK while an answer is being sent', () => {
    for (const type of ['ok', 'ok-settled'] as const)
      expect(step(checking('text'), { type })).toEqual({ state: checking('text'), effect: null })
  })
  it('keep the dialog with a new image when wrong, and the message until something is typed', () => {
    const wrong = step(checking('text'), { type: 'judged', load: 1, verdict: 'wrong' })
    expect(wrong).toMatchObject({
      state: { phase: 'loading', note: 'wrong', code: '' },
      effect: { do: 'load', load: 2, kind: 'text' },
    })
    const { state } = run([{ type: 'loaded', load: 2, challenge: challenges.text }], wrong.state)
    expect(state.note).toBe('wrong')
    expect(step(state, { type: 'type', code: '5' }).state.note).toBeNull()
  })
  it('close the dialog at once when they are right', () => {
    expect(step(checking('text'), { type: 'judged', load: 1, verdict: 'right' })).toMatchObject({
      state: { phase: 'closed' },
      effect: { do: 'finish', passed: true },
    })
  })
})

describe('the slider', () => {
  it('keeps the piece inside the canvas', () => {
    expect(keepInside({ x: -40, y: 999 })).toEqual({ x: 0, y: 150 })
    expect(keepInside({ x: 260.4, y: -1 })).toEqual({ x: 250, y: 0 })
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        (x, y) => {
          const { place } = step(ready('slider'), { type: 'move', place: { x, y } }).state
          expect(
            place.x >= 0 &&
              place.x <= 250 &&
              place.y >= 0 &&
              place.y <= 150 &&
              Number.isInteger(place.x) &&
              Number.isInteger(place.y),
          ).toBe(true)
        },
      ),
    )
  })
  it('sends "x_y" in whole numbers at release', () => {
    const { state, effects } = run(
      [
        { type: 'press', atMs: 0 },
        { type: 'move', place: { x: 120.6, y: 33.2 } },
        { type: 'release', atMs: 90 },
      ],
      ready('slider'),
    )
    expect(state.phase).toBe('checking')
    expect(effects).toEqual([{ do: 'send', load: 1, key: 'cap_s', code: '121_33' }])
  })
  it('ignores a release at the starting spot', () => {
    expect(
      run(
        [
          { type: 'press', atMs: 0 },
          { type: 'move', place: { x: 80, y: 20 } },
          { type: 'move', place: { x: 0, y: 150 } },
          { type: 'release', atMs: 4000 },
        ],
        ready('slider'),
      ),
    ).toMatchObject({ state: { phase: 'ready' }, effects: [] })
    expect(step(ready('slider'), { type: 'confirm' })).toMatchObject({ state: { phase: 'ready' }, effect: null })
  })
  it('may be moved with keys or presses and then confirmed', () => {
    expect(run([{ type: 'move', place: { x: 40, y: 60 } }, { type: 'confirm' }], ready('slider')).effects).toEqual([
      { do: 'send', load: 1, key: 'cap_s', code: '40_60' },
    ])
  })
})

describe('the rotation', () => {
  const turned = (rotation: number): State => run([{ type: 'turn', rotation }], ready('rotate')).state
  it('sends the rest of a full turn when turned forward, and the angle when turned back', () => {
    expect(step(turned(77), { type: 'confirm' }).effect).toMatchObject({ code: '283' })
    expect(step(turned(-77), { type: 'confirm' }).effect).toMatchObject({ code: '77' })
    expect([withinTurn(361), withinTurn(-725)]).toEqual([1, -5])
  })
  it('ignores a release within 500 ms of the press', () => {
    expect(quickReleaseMs).toBe(500)
    const pressed = run(
      [
        { type: 'press', atMs: 1000 },
        { type: 'turn', rotation: 60 },
      ],
      ready('rotate'),
    ).state
    expect(step(pressed, { type: 'release', atMs: 1499 })).toMatchObject({
      state: { phase: 'ready', rotation: 60, pressedAtMs: null },
      effect: null,
    })
    expect(step(pressed, { type: 'release', atMs: 1500 })).toMatchObject({
      state: { phase: 'checking' },
      effect: { code: '300' },
    })
  })
  it('ignores no rotation at all', () => {
    expect(
      run([{ type: 'press', atMs: 0 }, { type: 'release', atMs: 3000 }, { type: 'confirm' }], ready('rotate')),
    ).toMatchObject({ state: { phase: 'ready' }, effects: [] })
  })
})

describe.each(['slider', 'rotate'] as const)('a checked %s', (kind) => {
  it('that passed says so, locks, and reports success after one second', () => {
    const passed = step(checking(kind), { type: 'judged', load: 1, verdict: 'right' })
    expect(passed).toMatchObject({
      state: { phase: 'passed', note: 'passed' },
      effect: { do: 'wait', load: 1, ms: resultMs },
    })
    expect(resultMs).toBe(1000)
    const locked: Event[] = [
      { type: 'press', atMs: 0 },
      { type: 'move', place: { x: 1, y: 1 } },
      { type: 'turn', rotation: 3 },
      { type: 'release', atMs: 9999 },
      { type: 'confirm' },
      { type: 'reset' },
    ]
    expect(run(locked, passed.state)).toEqual({ state: passed.state, effects: [] })
    expect(step(passed.state, { type: 'waited', load: 1 })).toMatchObject({
      state: { phase: 'closed' },
      effect: { do: 'finish', passed: true },
    })
  })
  it('that failed says so, and after one second a new challenge starts from scratch', () => {
    const failed = step(checking(kind), { type: 'judged', load: 1, verdict: 'wrong' })
    expect(failed).toMatchObject({ state: { phase: 'failed', note: 'failed' }, effect: { do: 'wait', ms: 1000 } })
    expect(step(failed.state, { type: 'waited', load: 1 })).toMatchObject({
      state: { phase: 'loading', code: '', place: { x: 0, y: 150 }, rotation: 0 },
      effect: { do: 'load', load: 2 },
    })
  })
})

describe('an answer that meets an error', () => {
  it('loads the challenge again after a network failure', () => {
    expect(step(checking('slider'), { type: 'judged', load: 1, verdict: 'network' })).toMatchObject({
      state: { phase: 'loading', note: 'network' },
      effect: { do: 'load', load: 2, afterMs: 1000 },
    })
  })
  it('shows "Forbidden" for 403 and 404, and waits when rate-limited', () => {
    for (const verdict of ['forbidden', 'limited'] as const)
      expect(step(checking('text'), { type: 'judged', load: 1, verdict })).toMatchObject({
        state: { phase: 'stopped', note: verdict },
        effect: null,
      })
  })
  it('loads another picture when the time was up', () => {
    expect(step(checking('rotate'), { type: 'judged', load: 1, verdict: 'late' })).toMatchObject({
      state: { phase: 'loading', note: 'late' },
      effect: { do: 'load', load: 2 },
    })
  })
})

describe('any sequence of events', () => {
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.constantFrom<Event>(
      { type: 'open' },
      { type: 'reset' },
      { type: 'blur' },
      { type: 'ok' },
      { type: 'ok-settled' },
      { type: 'confirm' },
      { type: 'close' },
    ),
    fc.record({
      type: fc.constant('loaded' as const),
      load: fc.integer({ min: 1, max: 6 }),
      challenge: fc.constantFrom<Challenge>(...Object.values(challenges)),
    }),
    fc.record({
      type: fc.constant('load-failed' as const),
      load: fc.integer({ min: 1, max: 6 }),
      why: fc.constantFrom('network' as const, 'forbidden' as const, 'limited' as const),
    }),
    fc.record({ type: fc.constant('type' as const), code: fc.string({ maxLength: 6 }) }),
    fc.record({ type: fc.constantFrom('press' as const, 'release' as const), atMs: fc.integer({ min: 0, max: 5000 }) }),
    fc.record({
      type: fc.constant('move' as const),
      place: fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) }),
    }),
    fc.record({ type: fc.constant('turn' as const), rotation: fc.integer({ min: -900, max: 900 }) }),
    fc.record({
      type: fc.constant('judged' as const),
      load: fc.integer({ min: 1, max: 6 }),
      verdict: fc.constantFrom(
        'right' as const,
        'wrong' as const,
        'late' as const,
        'network' as const,
        'forbidden' as const,
        'limited' as const,
      ),
    }),
    fc.record({ type: fc.constant('waited' as const), load: fc.integer({ min: 1, max: 6 }) }),
  )
  it('sends one answer at a time, reports once, and does nothing after that', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let state = firstState
        let finished = 0
        let sentFor = 0
        for (const one of events) {
          const before = state
          const next = step(state, one)
          state = next.state
          if (before.phase === 'closed') expect(next).toEqual({ state: before, effect: null })
          if (next.effect?.do === 'finish') finished += 1
          if (next.effect?.do === 'send') {
            // One answer for each load: it uses the challenge up.
            expect(next.effect.load).toBeGreaterThan(sentFor)
            sentFor = next.effect.load
            expect(before.phase).toBe('ready')
          }
          expect(
            (state.phase === 'ready' ||
              state.phase === 'checking' ||
              state.phase === 'passed' ||
              state.phase === 'failed') &&
              state.challenge === null,
          ).toBe(false)
        }
        expect(finished).toBeLessThanOrEqual(1)
      }),
      { numRuns: times(300) },
    )
  })
})
