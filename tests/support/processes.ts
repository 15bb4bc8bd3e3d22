/** Commands of the portal as a person starts and stops them: their output, their child processes, a free port. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { isAlive } from './alive'

export type Command = {
  process: ChildProcess
  /** Resolves with the first matching line, past or future; rejects if the command ends before. */
  waitForLine(fits: (line: string) => boolean): Promise<string>
  /** Resolves when it has ended, with its exit code; null after a signal. */
  ended: Promise<number | null>
  output(): string
}

/** Starts npm with these arguments, as in a separate shell. */
export const startNpm = (words: readonly string[], cwd: string, env: Record<string, string>): Command => {
  const { DATABASE_FILE: _, npm_lifecycle_event: __, VITEST: ___, ...inherited } = process.env
  const child = spawn('npm', [...words], { cwd, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const tell of waiting) tell(line)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    process: child,
    ended,
    output: () => lines.join('\n'),
    waitForLine: (fits) => {
      const past = lines.find(fits)
      if (past !== undefined) return Promise.resolve(past)
      return new Promise((resolve, reject) => {
        waiting.add((line) => {
          if (fits(line)) resolve(line)
        })
        void ended.then(() => reject(new Error(`it ended before it said so:\n${lines.join('\n')}`)))
      })
    },
  }
}

/** Every process below this one, with its command line. */
export const findBelow = (pid: number): { pid: number; command: string }[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [, own, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s*(.*)$/.exec(line) ?? []
      return { pid: Number(own), parent: Number(parent), command }
    })
  const below = (of: number): { pid: number; command: string }[] =>
    rows
      .filter(({ parent }) => parent === of)
      .flatMap(({ pid: own, command }) => [{ pid: own, command }, ...below(own)])
  return below(pid)
}

/** Kills the remaining ones, so that a failed test leaves nothing behind. */
export const endAll = (pids: readonly number[]): void => {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** A port that is free now. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
