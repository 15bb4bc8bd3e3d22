/**
 * npm run dev: for daily work. Migrates and seeds like `npm start`, then rebuilds on every change, restarts the server
 * and reloads open pages. A changed text in app/i18n appears when its page is reloaded. Ctrl+C stops everything.
 */
import { whenParentIsGone } from './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoEnvironment, prepareDatabase } from './lib/demo.mjs'
import { withSandbox } from './lib/sandbox.mjs'
import { buildOperatorCommands, buildParts, buildThread, install, root, run, say, threads } from './lib/steps.mjs'

readOptions()
whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))

/** The running or last build of a part. */
let building = Promise.resolve()
/** Rebuilds a part once its sources have stopped changing. */
const watchPart = (name, folder, build) => {
  const rebuild = () =>
    build().then(
      () => say(`${name} rebuilt`),
      (error) => say(error.message),
    )
  let timer
  fs.watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      building = building.then(rebuild)
    }, 200)
  })
}

const hasGroups = process.platform !== 'win32'
/** How long the server has to close its database and finish its answers. */
const groupGraceMs = 10_000
/**
 * Ends what the compiler leaves behind if it is stopped during a build: its esbuild waits forever for answers that
 * never come.
 */
const endGroup = async (pid) => {
  if (!hasGroups || pid === undefined) return
  const signal = (name) => {
    try {
      return process.kill(-pid, name)
    } catch {
      return false
    }
  }
  const until = performance.now() + groupGraceMs
  while (signal(0) && performance.now() < until) await pause(100)
  signal('SIGKILL')
}

try {
  await install()
  await buildParts()
  await buildOperatorCommands()
  const environment = demoEnvironment()
  await prepareDatabase(environment)
  const served = await withSandbox(environment)
  // The next `npm start` must not mistake the development build for its own.
  fs.rmSync(path.join(root, '.cache/remix.stamp'), { force: true })
  // The compiler watches the engine's output.
  watchPart('the engine', 'engine/assembly', () =>
    run(process.execPath, ['engine/build.mjs'], { quiet: true, label: 'engine build' }),
  )
  for (const thread of threads) watchPart(thread.title, thread.from[0], () => buildThread(thread))
  watchPart('the operator’s commands', 'app/api', buildOperatorCommands)
  say(`building; then http://localhost:${environment.PORT ?? '3000'} (demo-user, mango-demo). Ctrl+C stops it.`)
  const child = spawn(
    process.execPath,
    ['node_modules/@remix-run/dev/dist/cli.js', 'dev', '-c', `${process.execPath} build/app.js`],
    {
      cwd: root,
      env: { ...served, NODE_ENV: 'development' },
      // In its own process group it has no terminal to read from.
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: hasGroups,
    },
  )
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true
      child.kill(signal)
    })
  }
  child.on('exit', async (code) => {
    await Promise.all([building, endGroup(child.pid)])
    process.exit(stopping ? 0 : (code ?? 1))
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
