/** npm run dev: for daily work. Builds, migrates and seeds like `npm start`, then rebuilds and reloads on every change. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { demoEnvironment, prepareDatabase } from './lib/demo.mjs'
import { build, install, requireNode, root, say } from './lib/steps.mjs'

requireNode()
try {
  await install()
  await build()
  const environment = demoEnvironment()
  await prepareDatabase(environment)
  // The compiler watches the built engine; a change of its sources builds it anew.
  let timer
  fs.watch(path.join(root, 'engine/assembly'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const made = spawnSync(process.execPath, ['engine/build.mjs'], { cwd: root, encoding: 'utf8' })
      say(made.status === 0 ? 'engine rebuilt' : `engine: ${made.stdout}${made.stderr}`)
    }, 200)
  })
  // The next `npm start` must not take the development build for its own.
  fs.rmSync(path.join(root, '.cache/remix.stamp'), { force: true })
  const child = spawn(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'dev', '-c', `${process.execPath} build/index.js`], {
    cwd: root,
    env: { ...environment, NODE_ENV: 'development' },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 0))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
