/**
 * Starts and stops gateway and app alike. A failed start prints the reason and exits with 78. A stop accepts no new
 * connections, lets requests in flight finish within STOP_TIMEOUT_MS and closes idle ones. An uncaught error is logged
 * and ends the process; an unhandled rejection is only logged.
 */
import type { Server } from 'node:http'
import { env } from '~/platform/env.server'
import { flushLog, log } from '~/platform/log.server'

/** Ends a start with a sentence. */
export const failStart = (sentence: string): never => {
  process.stderr.write(`Mango Portal can't start: ${sentence}\n`)
  process.exit(78)
}

/** Listens and reports the port. If that fails, `undo` runs first and the start ends with a sentence. */
export const listenOn = async (
  server: Server,
  place: { socket: string } | { port: number; host: string },
  undo?: () => Promise<unknown>,
): Promise<number> => {
  try {
    await new Promise<void>((resolve, reject) => {
      const listening = (): void => {
        server.off('error', reject)
        resolve()
      }
      server.once('error', reject)
      if ('socket' in place) server.listen(place.socket, listening)
      else server.listen(place.port, place.host, listening)
    })
  } catch (error) {
    await undo?.()
    failStart(
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        ? `port ${env.port} is taken. Choose another: PORT=3001`
        : String(error),
    )
  }
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : env.port
}

export type Ending = {
  isStopping(): boolean
  /** Begins the stop; `finish` runs after the last answer. False if it has already begun. */
  begin(server: Server, finish: () => Promise<void>): boolean
}

export const makeEnding = (): Ending => {
  let stopping = false
  return {
    isStopping: () => stopping,
    begin: (server, finish) => {
      if (stopping) return false
      stopping = true
      const limit = setTimeout(() => {
        log.warn({ limitMs: env.stopTimeoutMs }, 'requests in flight did not finish in time: cut')
        server.closeAllConnections()
      }, env.stopTimeoutMs)
      server.close(() => {
        clearTimeout(limit)
        void finish()
      })
      server.closeIdleConnections()
      return true
    },
  }
}

/** A kept-alive connection would delay the stop after its last answer. */
export const closeKeptAtEnd = (server: Server, ending: Ending): void => {
  server.on('request', (_, res) => {
    res.once('close', () => {
      if (ending.isStopping()) setImmediate(() => server.closeIdleConnections())
    })
  })
}

/**
 * Handles faults that no caller has caught. An uncaught error may have left anything half done, so the process ends. An
 * unhandled rejection concerns one piece of work, like one request: it is logged, and everything else continues.
 * `whose` is appended to the log line.
 */
export const handleFaults = (whose: '' | ' of the gateway'): void => {
  process.on('uncaughtException', (error: unknown) => {
    flushLog()
    log.fatal({ error }, `uncaught error${whose}`)
    process.exit(1)
  })
  process.on('unhandledRejection', (error: unknown) => {
    log.error({ error, alert: 'unhandled-rejection' }, `unhandled rejection${whose}`)
  })
}
