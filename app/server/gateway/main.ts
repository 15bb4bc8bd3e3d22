/**
 * The program: the gateway, which starts the app (build/app.js) behind it, accepts every connection, and stops both cleanly
 * at a signal: no new connections, requests in flight finished within a limit, then the app with its database, exit 0.
 */
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { env } from '~/platform/env.server'
import { flushLog, log } from '~/platform/log.server'
import { networkOf } from '~/platform/network.server'
import { parseProxies, isTrusted } from '../peer'
import { loadStaticFiles } from '../static'
import { makeAppProcess } from './app-process'
import { makeClients } from './clients'
import { makeGate } from './gate'
import { guardSockets } from './sockets'
import { makeTurns } from './turns'

const fail = (sentence: string): never => {
  process.stderr.write(`Mango Portal can't start: ${sentence}\n`)
  process.exit(78)
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.port, env.host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const start = async (): Promise<void> => {
  const proxies = parseProxies(env.trustedProxies)
  const app = makeAppProcess(fileURLToPath(new URL('app.js', import.meta.url)))
  const turns = makeTurns()
  let stopping = false
  const gate = makeGate({
    files: loadStaticFiles(path.resolve('public')),
    proxies,
    publicOrigin: env.publicOrigin,
    app,
    turns,
    clients: makeClients({ limitsOn: env.limitsOn }),
    drainLimits: { drainBytes: 2 * env.maxUploadBytes, drainTimeoutMs: 10_000, uploadTimeoutMs: env.uploadTimeoutMs, uploadIdleMs: env.uploadIdleMs },
    isStopping: () => stopping,
  })
  const server = createServer(
    {
      // The app holds other requests to their own, shorter time.
      requestTimeout: Math.max(env.requestTimeoutMs, env.uploadTimeoutMs),
      headersTimeout: env.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, env.headersTimeoutMs),
      // A proxy keeps its connections for a minute and must not meet one that is just being closed.
      keepAliveTimeout: env.trustedProxies.length > 0 ? 65_000 : 45_000,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    gate,
  )
  server.maxConnections = env.maxConnections
  guardSockets(server, { mostOfAddress: env.maxConnectionsPerAddress, isCounted: (address) => !isTrusted(proxies, address), keyOf: networkOf })
  // A connection that is kept alive would hold up the stop after its last answer.
  server.on('request', (_, res) => {
    res.once('close', () => {
      if (stopping) setImmediate(() => server.closeIdleConnections())
    })
  })

  const end = async (): Promise<void> => {
    const code = await app.stop()
    turns.stop()
    flushLog()
    if (code === 0) log.info('stopped')
    else log.error({ code }, 'the app did not end well')
    process.exit(code)
  }
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => {
      log.warn({ limitMs: env.stopTimeoutMs }, 'requests in flight did not finish in time: cut')
      server.closeAllConnections()
    }, env.stopTimeoutMs)
    server.close(() => {
      clearTimeout(limit)
      void end()
    })
    server.closeIdleConnections()
    log.info({ signal }, 'stopping')
  }
  for (const [event, text] of [['uncaughtException', 'uncaught error of the gateway'], ['unhandledRejection', 'unhandled rejection of the gateway']] as const) {
    process.on(event, (error: unknown) => {
      flushLog()
      log.fatal({ error }, text)
      process.exit(1)
    })
  }
  // A stop that comes before the app serves is one as well.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))

  await app.start()
  if (stopping) return
  try {
    await listen(server)
  } catch (error) {
    await app.stop()
    fail(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? `port ${env.port} is taken. Choose another: PORT=3001` : String(error))
  }
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : env.port
  log.info({ mode: env.mode, host: env.host, port, database: env.databaseFile, appPid: app.pid() }, 'listening')
}

await start()
