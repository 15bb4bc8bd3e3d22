/**
 * npm run serve: the portal in production, as the settings say (.env.example). Builds nothing: run `npm ci && npm run
 * build` when the code is brought to the machine. Becomes the server, which applies missing migrations.
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
process.env.PORTAL_MODE ??= 'production'
const program = path.join(root, 'build/index.js')
if (!existsSync(program)) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}
// The server looks at its settings and the machine first, and migrates then, under its own hold on the database.
process.env.MIGRATIONS ??= 'apply'
// It would be an orphan that keeps port and database: whoever loses its parent stops as by the signal itself.
whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))
await import(pathToFileURL(program).href)
