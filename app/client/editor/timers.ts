/** Time as the editor's parts are given it, so that tests move it by hand. */
export type Timers = { set(work: () => void, delayMs: number): number; clear(id: number): void; now(): number }

export const browserTimers: Timers = {
  set: (work, delayMs) => window.setTimeout(work, delayMs),
  clear: (id) => window.clearTimeout(id),
  now: () => Date.now(),
}
