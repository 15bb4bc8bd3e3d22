/**
 * The app: checks that it may start, serves until it is told to stop, then stops cleanly. It accepts no new
 * connections, lets requests in flight finish within a limit, closes the database, and exits with 0. The gateway
 * (gateway/main.ts) starts it and stands in front of it. Alone, as in development, it listens on the portal's own port
 * and handles signals.
 */
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import path from 'node:path'
import * as build from '@remix-run/dev/server-build'
import { broadcastDevReady } from '@remix-run/node'
import { lackingTexts } from '~/i18n/i18n.server'
import { ensureFirstOperator } from '~/modules/account/account.server'
import { warnOfMissingSenders } from '~/modules/outbox/outbox.server'
import { closeDatabase } from '~/platform/db.server'
import { env, findWarnings } from '~/platform/env.server'
import { clearCutForms } from '~/platform/files.server'
import { flushLog, log } from '~/platform/log.server'
import { takeReserve } from '~/platform/start-checks.server'
import { connectToGateway, type AppSide } from './app-side'
import { refusedFormBytes } from './body'
import { answerBox } from './box-handler'
import { closeKeptAtEnd, handleFaults, listenOn, makeEnding } from './ending'
import { makeFront } from './front'
import { parseProxies } from './peer'
import { makeRemixHandler } from './remix-handler'
import { checkStart } from './start-checks'
import { loadStaticFiles } from './static'
import { connectModules, fillSearchKeys, finishModules, moveStored, readAhead, runner } from './wiring'

const start = async (): Promise<void> => {
  await checkStart()
  connectModules()
  await fillSearchKeys()
  await moveStored()
  await clearCutForms()
  // The database is open now, and SQLite's files beside it exist.
  takeReserve(env.databaseFile)
  const operatorToken = await ensureFirstOperator()
  if (operatorToken !== null)
    process.stdout.write(`No operator yet. The first one is made with the one-time token in ${operatorToken}\n`)

  const ending = makeEnding()
  let stop: (signal: string) => void = () => process.exit(0)
  const gateway: AppSide | null =
    env.appPlace === null
      ? null
      : connectToGateway(env.appPlace, (why) => {
          if (why === 'told') {
            stop('told')
            return
          }
          // Nobody sends requests any more, and this process must not run beside its successor.
          process.stderr.write('the gateway is gone: the app ends\n')
          process.exit(1)
        })
  const front = makeFront({
    gateway,
    files: loadStaticFiles(path.resolve('public')),
    proxies: parseProxies(env.trustedProxies),
    publicOrigin: env.publicOrigin,
    limits: {
      formBytes: env.maxFormBytes,
      jsonBytes: env.maxJsonBytes,
      uploadBytes: env.maxUploadBytes,
      bodyMemoryBytes: env.maxBodyMemoryBytes,
      drainBytes: 2 * env.maxUploadBytes,
      refusedFormBytes,
      drainTimeoutMs: 10_000,
      requestTimeoutMs: env.requestTimeoutMs,
      uploadTimeoutMs: env.uploadTimeoutMs,
      uploadIdleMs: env.uploadIdleMs,
    },
    boxHandler: answerBox,
    remixHandler: makeRemixHandler(build, { devOrigin: env.devOrigin, confirmsSessions: gateway !== null }),
    isStopping: ending.isStopping,
  })
  const server = createServer(
    {
      // The server limits other requests to their own, shorter time.
      requestTimeout: Math.max(env.requestTimeoutMs, env.uploadTimeoutMs),
      headersTimeout: env.headersTimeoutMs,
      connectionsCheckingInterval: 5000,
      // The gateway's connections are kept open; only one of the two sides may close them.
      keepAliveTimeout: gateway === null ? 65_000 : 0,
      // Larger by the headers that the gateway adds.
      maxHeaderSize: gateway === null ? 16_384 : 24_576,
      noDelay: true,
    },
    front,
  )
  if (gateway === null) server.maxConnections = env.maxConnections
  closeKeptAtEnd(server, ending)
  // A request that is not HTTP, or whose headers are too long or too slow, never reaches the handler.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request'
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    ;(socket as Socket).destroySoon()
  })

  const finish = async (): Promise<void> => {
    const well = await finishModules()
    try {
      await closeDatabase()
    } catch (error) {
      log.error({ error }, 'the database did not close')
      process.exit(1)
    }
    flushLog()
    if (gateway === null) log.info('stopped')
    process.exit(well ? 0 : 1)
  }
  stop = (signal) => {
    if (ending.begin(server, finish) && gateway === null) log.info({ signal }, 'stopping')
  }
  // Ctrl+C and a signal to the whole group reach both processes. The gateway tells the app when it has sent its last
  // answer.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void (gateway === null && stop(signal)))
  handleFaults('')

  const port = await listenOn(server, env.appPlace ?? { port: env.port, host: env.host })
  if (gateway === null) log.info({ mode: env.mode, host: env.host, port, database: env.databaseFile }, 'listening')
  for (const warning of findWarnings(env)) log.warn(warning)
  for (const lack of lackingTexts()) log.error({ lack }, 'texts can’t be read; English stands in')
  warnOfMissingSenders()
  // The start checks have found that no other process holds the database.
  await runner.start({ alone: true })
  readAhead()
  if (env.devOrigin !== null) await broadcastDevReady(build)
  gateway?.ready()
}

await start()
