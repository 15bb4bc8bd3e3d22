/**
 * Runs the check of a box from the first step to the last; the caller decides how time passes and how a person is told.
 */
import { startCheckedPortal, type CheckedBox } from './portal'
import { startProxy, type Seen } from './proxy'
import { steps, type Step, type World } from './scenario'

export type Row = { name: string; result: 'passed' | 'failed' | 'not seen'; why: string; isOptional: boolean }
export type Way = {
  box: CheckedBox
  /** The port where the box finds it; 0: any free port. */
  port: number
  steadyMs: () => number
  /** It listens: from now on the box may ask. `close` ends everything early. */
  ready: (origin: string, close: () => Promise<void>) => void
  /** A step begins. Its time is over when this resolves, which happens at once when `over` says so. */
  begin: (step: Step, over: AbortSignal) => Promise<void>
  /** A step is over. */
  end: (row: Row) => void
}

export const runCheck = async (way: Way): Promise<Row[]> => {
  const portal = await startCheckedPortal(way.box)
  const all: Seen[] = []
  let seen: Seen[] = []
  let code: string | null = null
  let look = (): void => {}
  const proxy = await startProxy(portal.port, {
    port: way.port,
    steadyMs: way.steadyMs,
    tell: async (one) => {
      all.push(one)
      seen.push(one)
      code = one.code ?? code
      // Its owner types the code after the box has polled once.
      if (one.path === '/api/stb/token' && one.fault === null && code !== null) {
        const typed = code
        code = null
        await portal.bind(typed)
      }
      look()
    },
  })
  const origin = `http://127.0.0.1:${proxy.port}`
  const rows: Row[] = []
  const close = async (): Promise<void> => {
    await proxy.close()
    await portal.close()
  }
  try {
    way.ready(origin, close)
    for (const step of steps) {
      const world: World = { portal, proxy, all }
      proxy.spoil(null)
      await step.prepare?.(world)
      seen = []
      const row: Row = { name: step.name, result: 'not seen', why: '', isOptional: step.isOptional === true }
      const over = new AbortController()
      look = () => {
        if (!over.signal.aborted) Object.assign(row, step.judge(seen, world))
        if (row.result !== 'not seen') over.abort()
      }
      look()
      // A step whose result is already known asks nothing of the box.
      if (!over.signal.aborted) await way.begin(step, over.signal)
      look = () => {}
      rows.push(row)
      way.end(row)
    }
  } finally {
    await close()
  }
  return rows
}

/** Whether the box behaves as docs/stb.md requires. */
export const isGood = (rows: readonly Row[]): boolean =>
  rows.every(({ result, isOptional }) => result === 'passed' || (isOptional && result === 'not seen'))

const marks = { passed: '✓', failed: '✗', 'not seen': '–' } as const
/** What is said when a step is over. */
export const lineOf = ({ name, result, why, isOptional }: Row): string => {
  const more = result === 'not seen' ? `not seen${isOptional ? ', optional' : ''}` : why
  return `${marks[result]} ${name}${more === '' ? '' : ` (${more})`}`
}
export const tableOf = (rows: readonly Row[]): string => {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, result, why, isOptional }) =>
      `${name.padEnd(width)}  ${result}${isOptional ? ' (optional)' : ''}${why === '' ? '' : `: ${why}`}`.trimEnd(),
    )
    .join('\n')
}
