/**
 * npm start: installs what is missing, builds what changed, migrates, seeds demo data and serves http://localhost:3000.
 * A second start finds everything done. Ctrl+C stops it cleanly.
 */
import { whenParentIsGone } from './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import { spawn } from 'node:child_process'
import { withSandbox } from './lib/sandbox.mjs'
import { build, install, root, say } from './lib/steps.mjs'

readOptions()
whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))

const serve = (environment) => {
  const child = spawn(process.execPath, ['build/index.js'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
  return child
}

try {
  await install()
  await build()
  const { demoEnvironment, prepareDatabase } = await import('./lib/demo.mjs')
  // A log line for every request would bury the address; LOG_LEVEL=info shows them.
  const environment = { LOG_LEVEL: 'warn', ...demoEnvironment() }
  await prepareDatabase(environment)
  say('starting the server')
  const child = serve(await withSandbox(environment))
  const host =
    environment.HOST === undefined || environment.HOST === '127.0.0.1' || environment.HOST === '0.0.0.0'
      ? 'localhost'
      : environment.HOST
  // Only the server itself says so: another program may be answering on this port.
  child.once('message', ({ port }) => {
    say(`Mango Portal is ready: http://${host}:${port}`)
    if (environment.PORTAL_MODE === 'demo') say('demo sign-in: demo-user, password mango-demo')
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
