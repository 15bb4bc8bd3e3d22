/** Timers for the editor's parts, passed in so that tests control them. */
export type Timers = { set(work: () => void, delayMs: number): number; clear(id: number): void; now(): number }

export const browserTimers: Timers = {
  set: (work, delayMs) => window.setTimeout(work, delayMs),
  clear: (id) => window.clearTimeout(id),
  now: () => Date.now(),
}
