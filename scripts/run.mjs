/**
 * Runs a program of the project, including TypeScript, on the portal's own Node: `node scripts/run.mjs FILE
 * [arguments]`. The short commands in package.json use it, so that none of them depends on the machine's Node.
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
