/**
 * The built server, gateway and app, as separate processes with their own data and a free port, for http and browser
 * tests. After SIGTERM it must exit with 0, with no error in its log unless a test expects one, and with a database
 * that satisfies prisma/checks (invariants.ts).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { askLeftDatabase } from './invariants'
import { root, testCache } from './paths'
import { copyTemplate } from './template'

export type LogLine = { level: string; msg?: string; [field: string]: unknown }
export type TestServer = {
  /** http://127.0.0.1:<port> */
  origin: string
  port: number
  dataDir: string
  databaseFile: string
  /** The gateway. */
  process: ChildProcess
  /** The first app process behind it. */
  appPid: number
  log: readonly LogLine[]
  /** Output on standard error, and log lines that are not JSON. */
  output(): string
  /** Removes error lines that a test has provoked from the log; fails if there is none. */
  takeErrors(): LogLine[]
  /** Resolves with the first matching log line, past or future. */
  waitForLog(fits: (line: LogLine) => boolean): Promise<LogLine>
  /** Stops it cleanly and removes its data. Throws if it did not end well. */
  stop(): Promise<void>
  /** Kills it at once, as a power cut would; the data stays. */
  kill(): Promise<void>
}
export type ServerOptions = {
  env?: Record<string, string>
  /** Starts on this data folder and leaves it there; by default on a copy of the seeded template. */
  dataDir?: string
  /** The folder whose build is started; this project by default. */
  projectDir?: string
  /**
   * Writes standard output to this file instead of reading it: for measurements, where reading would take part of the
   * processor.
   */
  logFile?: string
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 15_000

const exited = (child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve({ code: child.exitCode, signal: child.signalCode })
    : new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))

/** Starts the built server and waits until it listens. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const projectDir = options.projectDir ?? root
  const program = path.join(projectDir, 'build/index.js')
  if (!existsSync(program)) throw new Error('there is no build: run `npm run build` first')
  const dataDir = options.dataDir ?? copyTemplate()
  const databaseFile = path.join(dataDir, 'portal.db')
  const logHandle = options.logFile === undefined ? null : openSync(options.logFile, 'a')
  const { DATABASE_FILE: _, ...inherited } = process.env
  const child = spawn(process.execPath, [program], {
    cwd: projectDir,
    env: {
      ...inherited,
      NODE_ENV: 'production',
      PORTAL_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      // A hundred servers are started from one build: with the first one's compile cache each compiles a tenth less.
      NODE_COMPILE_CACHE: path.join(testCache, 'compiled'),
      ...options.env,
    },
    stdio: ['ignore', logHandle ?? 'pipe', 'pipe'],
  })
  if (logHandle !== null) closeSync(logHandle)
  const lines: LogLine[] = []
  let text = ''
  const waiting = new Set<(line: LogLine) => void>()
  const takeLine = (line: string): void => {
    if (!line.startsWith('{')) {
      text += `${line}\n`
      return
    }
    const parsed = JSON.parse(line) as LogLine
    lines.push(parsed)
    for (const tell of waiting) tell(parsed)
  }
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', takeLine)
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  const waitForLog = (fits: (line: LogLine) => boolean): Promise<LogLine> => {
    const past = lines.find(fits)
    if (past !== undefined) return Promise.resolve(past)
    return new Promise((resolve, reject) => {
      const done = (): void => {
        waiting.delete(look)
        child.off('exit', ended)
      }
      const look = (line: LogLine): void => {
        if (!fits(line)) return
        done()
        resolve(line)
      }
      const ended = (): void => {
        done()
        reject(new Error(`the server ended before that log line came\n${text}`))
      }
      waiting.add(look)
      child.once('exit', ended)
    })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
  const { logFile } = options
  const look = setInterval(() => {
    if (logFile === undefined || lines.length > 0) return
    for (const line of readFileSync(logFile, 'utf8').split('\n')) if (line.includes('"listening"')) takeLine(line)
  }, 50)
  const listening = await waitForLog((line) => line.msg === 'listening').catch((error: unknown) => {
    throw new Error(
      `the server did not start: ${String(error)}\n${lines.map((line) => JSON.stringify(line)).join('\n')}`,
    )
  })
  clearTimeout(timer)
  clearInterval(look)
  const port = Number(listening.port)
  const errors = (): LogLine[] => lines.filter((line) => line.level === 'error' || line.level === 'fatal')
  const removeData = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  const checkData = (): void => {
    const wrong = askLeftDatabase(databaseFile)
    if (wrong.length > 0) throw new Error(`the server left what may never be (prisma/checks):\n${wrong.join('\n')}`)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    databaseFile,
    process: child,
    appPid: Number(listening.appPid),
    log: lines,
    output: () => text,
    takeErrors: () => {
      const found = errors()
      if (found.length === 0) throw new Error('no error was logged')
      for (const one of found) lines.splice(lines.indexOf(one), 1)
      return found
    },
    waitForLog,
    stop: async () => {
      const limit = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      child.kill('SIGTERM')
      const { code, signal } = await exited(child)
      clearTimeout(limit)
      try {
        checkData()
      } finally {
        removeData()
      }
      if (code !== 0) throw new Error(`the server ended with ${signal ?? `exit ${code}`}\n${text}`)
      const found = errors()
      if (found.length > 0)
        throw new Error(
          `the server logged errors that no test expects:\n${found.map((line) => JSON.stringify(line)).join('\n')}`,
        )
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited(child)
      checkData()
    },
  }
}
