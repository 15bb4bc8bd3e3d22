/**
 * npm run serve: the portal in production, as the settings say (.env.example). Builds nothing: run `npm ci && npm run
 * build` when the code is brought to the machine. Applies missing migrations, then becomes the server.
 */
import './lib/runtime.mjs'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { databaseFile } from './lib/demo.mjs'
import { deploy } from './migrate.mjs'
import { root, say } from './lib/steps.mjs'

process.chdir(root)
process.env.NODE_ENV = 'production'
process.env.PORTAL_MODE ??= 'production'
const program = path.join(root, 'build/index.js')
if (!existsSync(program)) {
  console.error('There is no build. Run: npm run build')
  process.exit(1)
}
const file = databaseFile(process.env)
const applied = await deploy(file)
if (applied.length > 0) say(`database: applied ${applied.join(', ')}`)
await import(pathToFileURL(program).href)
