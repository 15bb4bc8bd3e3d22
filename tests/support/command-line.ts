/** The operator's command line as an operator runs it: a separate process that talks to a portal. */
import { spawn } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { root } from './paths'

export type CommandAnswer = { exit: number | null; out: string; err: string }

type Place = { origin: string; token: string }
const run = ({ origin, token }: Place, program: readonly string[], input: string): Promise<CommandAnswer> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: {
        ...process.env,
        PORTAL_URL: origin,
        OPERATOR_TOKEN: token,
        OPERATOR_PASSWORD: 'staff-word-9',
        LANG: 'en_GB.UTF-8',
      },
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end(input)
    child.once('close', (exit) => resolve({ exit, out, err }))
  })

/**
 * The program bundled into one JavaScript file, at the same folder depth as its source: a hundred starts through tsx
 * take half a minute of processor time.
 */
const bundle = (source: string): string => {
  const file = path.join(root, '.cache', `${path.basename(source, '.ts')}-of-tests.mjs`)
  mkdirSync(path.dirname(file), { recursive: true })
  buildSync({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: `${file}.${process.pid}`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  renameSync(`${file}.${process.pid}`, file)
  return file
}
let operator: string | null = null
export const runOperator = (place: Place, words: readonly string[], input = ''): Promise<CommandAnswer> =>
  run(place, [(operator ??= bundle('scripts/operator.ts')), ...words], input)
/** Runs a script of scripts/ops, as cron would. */
export const runOps = (place: Place, script: string, ...words: readonly string[]): Promise<CommandAnswer> =>
  run(place, [`scripts/ops/${script}`, ...words], '')
