/** The operator's command line, as an operator runs it: a process of its own that talks to a portal. */
import { spawn } from 'node:child_process'
import { root } from './paths'

export type CommandAnswer = { exit: number | null; out: string; err: string }

export const runOperator = (
  { origin, token }: { origin: string; token: string },
  words: readonly string[],
  input = '',
): Promise<CommandAnswer> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...words], {
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
