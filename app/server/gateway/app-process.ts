/**
 * Runs the app as a child process of the gateway: starts it, exchanges messages with it, and restarts it when it dies.
 * The app never outlives the gateway: it ends when the channel between them breaks.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { nowMs } from '~/platform/clock.server'
import { makeBoxMemory, type BoxMemory } from '~/modules/stb/memory'
import { environmentWith } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { randomBytes } from '~/platform/random.server'
import type { FetchNote, FromApp, FromGateway } from '../channel'
import { makeHeard, makeNotes } from './app-messages'
import type { Way } from './forward'

/** Pauses before the app is restarted: at first none, then ever longer while it keeps dying. */
const restartAfterMs = [0, 500, 1000, 2000, 5000, 10_000] as const
/** An app that has lived this long started well. */
const livedWellMs = 60_000
/** How long an app that was told to stop may take. */
const stopGraceMs = 15_000
/** A signal to the whole group also reaches the app, and ends it if it has not come to its handlers yet. */
const stopSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP'])
/** The exit code of an app that refuses to start (ending.ts). */
const refusedCode = 78

export type AppProcess = {
  /** Resolves when the app serves; ends the program if it can't start. */
  start(): Promise<void>
  isReady(): boolean
  way(): Way
  memory: BoxMemory
  /** Notes a box's fetch that was answered here. */
  noteFetch(note: FetchNote): void
  /** Sends the collected notes; returns the number that the next request carries. */
  flushNotes(): number
  /** Resolves when all messages of the app up to this one have arrived; null if they already have. */
  afterMessage(seq: number): Promise<void> | null
  pid(): number
  /** Stops the app cleanly; resolves with its exit code. */
  stop(): Promise<number>
}

/** The name contains the owner's process number from the start. */
const placePrefix = `portal-app-${process.pid}-`
/** A folder that has been empty for this long is abandoned: an app makes its socket there within seconds. */
const emptyForMs = 600_000
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
/**
 * Removes what killed gateways of this user have left: empty folders with the prefix above, and nothing else. A running
 * gateway's folder stays, whatever the clock says. The age is for folders of processes on other machines, which can't
 * be checked.
 */
export const clearOldPlaces = (folder: string, at: number): void => {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^portal-app-(\d+)-\w{6}$/.exec(name)?.[1] ?? 0)
    if (pid === 0 || isAlive(pid)) continue
    const place = path.join(folder, name)
    try {
      const { uid, mtimeMs } = statSync(place)
      // Removes only an empty folder; in any other an app may be listening.
      if (uid === process.getuid?.() && at - mtimeMs > emptyForMs) rmdirSync(place)
    } catch {
      // Another start was quicker, or it is in use.
    }
  }
}

const makePlace = (): { socket: string; remove: () => void } => {
  if (process.platform === 'win32')
    return { socket: `\\\\.\\pipe\\portal-${randomBytes(12).toString('hex')}`, remove: () => undefined }
  // A folder that only this user can access.
  const folder = mkdtempSync(path.join(os.tmpdir(), placePrefix))
  return { socket: path.join(folder, 'app.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts the program as a child process. Its output is passed on line by line, so the lines of both never mix. */
const startProgram = (program: string, place: string, key: string): ChildProcess => {
  const child = fork(program, [], {
    // Lists are transferred as bytes.
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: environmentWith({ APP_SOCKET: place, APP_KEY: key }),
  })
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${line}\n`))
  return child
}

/** How one run of the app began, or that it ended before it served. */
type Life = { served: true } | { served: false; code: number | null; signal: NodeJS.Signals | null }

export const makeAppProcess = (program: string): AppProcess => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' })
  const memory = makeBoxMemory()
  let child: ChildProcess | null = null
  let ready = false
  let stopping = false
  let deaths = 0
  let place = makePlace()
  let key = ''
  const tell = (message: FromGateway): void => void child?.send(message, () => undefined)
  const heard = makeHeard(memory)
  const notes = makeNotes(tell, () => ready)

  const takeMessage = (message: FromApp, resolve: (life: Life) => void): void => {
    if (message.kind !== 'ready') {
      heard.take(message)
      return
    }
    // The previous app may have died before it could report a change.
    memory.forgetAllBoxes()
    memory.forgetAllLists()
    memory.forgetAllServices()
    ready = true
    resolve({ served: true })
  }

  /** Runs the app once. Resolves when it serves, or with its exit. */
  const run = (): Promise<Life> => {
    heard.begin()
    notes.begin()
    place.remove()
    place = makePlace()
    key = randomBytes(24).toString('base64url')
    let own: ChildProcess
    try {
      own = startProgram(program, place.socket, key)
    } catch (error) {
      log.error({ error }, 'the app could not be started')
      return Promise.resolve({ served: false, code: null, signal: null })
    }
    child = own
    const startedAt = performance.now()
    return new Promise((resolve) => {
      own.on('message', (message: FromApp) => {
        if (child === own) takeMessage(message, resolve)
      })
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        const served = ready && child === own
        if (child === own) {
          child = null
          ready = false
        }
        // Its sockets are gone with it, and nobody will report its last invalidations.
        agent.destroy()
        heard.end()
        if (served && !stopping) {
          if (performance.now() - startedAt > livedWellMs) deaths = 0
          log.error({ code, signal }, 'the app has ended; it is started again')
          void restart()
        }
        resolve({ served: false, code, signal })
      }
      own.once('exit', end)
      own.once('error', (error) => {
        log.error({ error }, 'the app could not be started')
        // A process that never existed does not exit.
        if (own.pid === undefined) end(null, null)
      })
    })
  }

  const restart = async (): Promise<void> => {
    for (;;) {
      const waitMs = restartAfterMs[Math.min(deaths, restartAfterMs.length - 1)] ?? 0
      deaths++
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (stopping) return
      const life = await run()
      if (life.served) {
        log.info({ appPid: child?.pid ?? 0 }, 'the app serves again')
        return
      }
      if (stopping) return
      log.error({ code: life.code, signal: life.signal }, 'the app did not come up')
    }
  }

  return {
    start: async () => {
      if (process.platform !== 'win32') clearOldPlaces(os.tmpdir(), nowMs())
      const life = await run()
      if (life.served || stopping) return
      // An app that refuses to start has printed its reason; one that is killed prints nothing.
      if (life.code !== refusedCode)
        log.error({ code: life.code, signal: life.signal }, 'the app ended before it served')
      place.remove()
      process.exit(life.code === null || life.code === 0 ? 1 : life.code)
    },
    isReady: () => ready,
    way: () => ({ socketPath: place.socket, agent, key }),
    memory,
    noteFetch: notes.add,
    flushNotes: notes.flush,
    afterMessage: heard.after,
    pid: () => child?.pid ?? 0,
    stop: () => {
      stopping = true
      notes.flush()
      const own = child
      if (own === null) {
        place.remove()
        return Promise.resolve(0)
      }
      return new Promise((resolve) => {
        const limit = setTimeout(() => own.kill('SIGKILL'), stopGraceMs)
        own.once('exit', (code, signal) => {
          clearTimeout(limit)
          place.remove()
          resolve(code ?? (signal !== null && stopSignals.has(signal) ? 0 : 1))
        })
        tell({ kind: 'stop' })
      })
    },
  }
}
