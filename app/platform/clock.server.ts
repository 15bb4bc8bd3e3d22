/** The one source of time on the server. Modules use it instead of `Date`, so that tests can stop and move time. */

export type Clock = { now(): Date }

const system: Clock = { now: () => new Date() }
let current: Clock = system

export const now = (): Date => current.now()
/** Milliseconds since 1970. */
export const nowMs = (): number => current.now().getTime()
/** Returns a moment relative to now. */
export const inMs = (durationMs: number): Date => new Date(nowMs() + durationMs)
/** Monotonic milliseconds, unaffected by clock changes. Use it for durations. */
export const steadyMs = (): number => performance.now()
/** Replaces the clock until the returned function is called. For tests. */
export const replaceClock = (clock: Clock): (() => void) => {
  const before = current
  current = clock
  return () => {
    current = before
  }
}
/** Makes a clock that stands still until it is moved. For tests. */
export const makeStoppedClock = (start: Date): Clock & { advance(durationMs: number): void } => {
  let atMs = start.getTime()
  return {
    now: () => new Date(atMs),
    advance: (durationMs) => {
      atMs += durationMs
    },
  }
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
