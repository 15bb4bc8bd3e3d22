/**
 * The program: the gateway, which starts the app (build/app.js) behind it, accepts every connection, and stops both
 * cleanly on a signal. It then accepts no new connections, lets requests in flight finish within a limit, stops the app
 * with its database, and exits with 0.
 */
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { env } from '~/platform/env.server'
import { flushLog, log } from '~/platform/log.server'
import { networkOf } from '~/platform/network.server'
import { closeKeptAtEnd, handleFaults, listenOn, makeEnding } from '../ending'
import { parseProxies, isTrusted } from '../peer'
import { loadStaticFiles } from '../static'
import { makeAppProcess } from './app-process'
import { makeClients } from './clients'
import { makeGate } from './gate'
import { guardSockets } from './sockets'
import { makeAppQueue } from './app-queue'

/** Connections that are just being closed. */
const connectionsInPassing = 100

const start = async (): Promise<void> => {
  const proxies = parseProxies(env.trustedProxies)
  const app = makeAppProcess(fileURLToPath(new URL('app.js', import.meta.url)))
  const queue = makeAppQueue()
  const ending = makeEnding()
  const gate = makeGate({
    files: loadStaticFiles(path.resolve('public')),
    proxies,
    publicOrigin: env.publicOrigin,
    app,
    queue,
    clients: makeClients({ limitsOn: env.limitsOn }),
    drainLimits: {
      drainBytes: 2 * env.maxUploadBytes,
      drainTimeoutMs: Math.min(10_000, env.requestTimeoutMs),
      uploadTimeoutMs: env.uploadTimeoutMs,
      uploadIdleMs: env.uploadIdleMs,
    },
    isStopping: ending.isStopping,
  })
  const server = createServer(
    {
      // The app limits other requests to their own, shorter time.
      requestTimeout: Math.max(env.requestTimeoutMs, env.uploadTimeoutMs),
      headersTimeout: env.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, env.headersTimeoutMs),
      // A proxy keeps its connections for a minute and must not use one that is just being closed.
      keepAliveTimeout: env.trustedProxies.length > 0 ? 65_000 : 45_000,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    (req, res) => gate.handle(req, res),
  )
  // The last resort: normally a place is found for a newcomer before that.
  server.maxConnections = env.maxConnections + connectionsInPassing
  guardSockets(server, {
    most: env.maxConnections,
    maxOfAddress: env.maxConnectionsPerAddress,
    isCounted: (address) => !isTrusted(proxies, address),
    keyOf: networkOf,
    stateOf: gate.stateOf,
  })
  closeKeptAtEnd(server, ending)

  const end = async (): Promise<void> => {
    const code = await app.stop()
    queue.stop()
    flushLog()
    if (code === 0) log.info('stopped')
    else log.error({ code }, 'the app did not end well')
    process.exit(code)
  }
  const stop = (signal: string): void => {
    if (ending.begin(server, end)) log.info({ signal }, 'stopping')
  }
  handleFaults(' of the gateway')
  // Also handles a signal before the app serves.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))

  await app.start()
  if (ending.isStopping()) return
  const port = await listenOn(server, { port: env.port, host: env.host }, () => app.stop())
  log.info({ mode: env.mode, host: env.host, port, database: env.databaseFile, appPid: app.pid() }, 'listening')
  // For the program that started it, such as scripts/start.mjs.
  process.send?.({ port })
}

await start()
