/**
 * npm run serve: runs the portal in production with its settings (.env.example). It builds nothing: run `npm ci && npm
 * run build` when deploying the code. The process becomes the server, which applies missing migrations.
 */
import { whenParentIsGone } from './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/steps.mjs'

readOptions()

process.chdir(root)
process.env.NODE_ENV = 'production'
process.env.PORTAL_MODE ||= 'production'
const program = path.join(root, 'build/index.js')
if (!existsSync(program)) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}
// The server first checks its settings and the machine, and then migrates while it holds the database.
process.env.MIGRATIONS ||= 'apply'
// An orphaned server would keep port and database, so it stops as by a signal when the parent is gone.
whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))
await import(pathToFileURL(program).href)
