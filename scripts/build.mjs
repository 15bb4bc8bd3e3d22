/** npm run build: builds the database client, the engine and the portal, each only if its inputs changed. */
import './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import { build, install, say } from './lib/steps.mjs'

readOptions()

try {
  await install()
  await build()
  say('everything is built')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
