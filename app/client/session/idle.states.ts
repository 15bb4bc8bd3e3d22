/**
 * The idle time as the browser sees it: when to warn, when it is over. A pure table, evaluated once a second; the
 * server ends the session by its own clock in any case.
 */

/** How long before the end the warning appears. */
export const warnBeforeMs = 120_000

/** lastActMs: the person's last action, by this browser's clock. */
export type Idle = { idleMs: number; lastActMs: number; state: 'awake' | 'warned' | 'over' }
export type IdleEvent = { is: 'act'; atMs: number } | { is: 'tick'; atMs: number }

/**
 * Starts from the server's count. A later click that this browser remembers counts too, but never one from the future.
 */
export const startIdle = (idleMs: number, idleLeftMs: number, nowMs: number, rememberedMs: number | null): Idle => {
  const lastActMs = nowMs - Math.max(0, idleMs - idleLeftMs)
  return {
    idleMs,
    lastActMs: rememberedMs !== null && rememberedMs <= nowMs ? Math.max(lastActMs, rememberedMs) : lastActMs,
    state: 'awake',
  }
}

const stateAt = (idle: Idle, atMs: number): Idle['state'] => {
  const leftMs = idle.lastActMs + idle.idleMs - atMs
  return leftMs <= 0 ? 'over' : leftMs <= Math.min(warnBeforeMs, idle.idleMs / 2) ? 'warned' : 'awake'
}

/** The next state. `over` is final; an action ends a warning. A clock that was set back counts as no elapsed time. */
export const nextIdle = (idle: Idle, event: IdleEvent): Idle => {
  if (idle.state === 'over') return idle
  if (event.is === 'act') return { ...idle, lastActMs: Math.max(idle.lastActMs, event.atMs), state: 'awake' }
  const lastActMs = Math.min(idle.lastActMs, event.atMs)
  const state = stateAt({ ...idle, lastActMs }, event.atMs)
  return state === idle.state && lastActMs === idle.lastActMs ? idle : { ...idle, lastActMs, state }
}

/** The remaining milliseconds, never below 0. */
export const idleLeftMs = (idle: Idle, nowMs: number): number => Math.max(0, idle.lastActMs + idle.idleMs - nowMs)
