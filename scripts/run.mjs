/**
 * Runs a program of the project on the portal's own Node: `node scripts/run.mjs FILE [arguments]`. TypeScript runs as
 * it is. package.json's short commands go by it, so that none of them depends on the Node that a machine happens to
 * have.
 */
import './lib/runtime.mjs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/run.mjs FILE [arguments]')
  process.exit(2)
}
const program = path.resolve(file)
process.argv.splice(1, 2, program)
if (/\.tsx?$/.test(program)) await import('tsx')
await import(pathToFileURL(program).href)
