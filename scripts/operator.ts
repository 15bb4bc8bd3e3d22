/**
 * The operator's command line: a client of /api/operator/*. It needs the portal's address (PORTAL_URL) and an
 * operator's API token (OPERATOR_TOKEN). Every action is written to the portal's audit log with --why. Its commands
 * come from the endpoint table (app/api/command.ts), in a file that `npm run build` writes.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { DescribedCommand } from '../app/api/command'
import { forTerminal } from '../app/platform/terminal'
import { askFirst, readEntries, type Given } from './operator/entries'
import { callPortal, checkSettings, download } from './operator/portal'
import { Problem } from './operator/problem'
import { showAnswer } from './operator/show'
import { findUnused, makeHelp, parseOptionsOf } from './operator/usage'

/** All output goes through these: customers wrote much of it. */
const out = (text: string): void => void process.stdout.write(forTerminal(text))
const err = (text: string): void => void process.stderr.write(forTerminal(text))

const commandsFile = path.join(import.meta.dirname, '../build/operator-commands.json')
if (!fs.existsSync(commandsFile)) {
  err('The commands are not built yet: npm run build\n')
  process.exit(2)
}
const commands = JSON.parse(fs.readFileSync(commandsFile, 'utf8')) as DescribedCommand[]

const { values, positionals } = ((): { values: Given; positionals: string[] } => {
  try {
    return parseArgs({ allowPositionals: true, options: parseOptionsOf(commands) })
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`)
    process.exit(2)
  }
})()

const runCommand = async (command: DescribedCommand, words: readonly string[]): Promise<void> => {
  const unused = findUnused(command, words, Object.keys(values))
  if (unused !== null) throw new Problem(unused, 2)
  checkSettings()
  const sent = await readEntries(command, words, values)
  await askFirst(command, sent.fields, values)
  const { output } = values
  const data =
    command.givesFile && typeof output === 'string'
      ? await download(command, sent, output)
      : await callPortal(command, sent)
  if (values.json === true) return out(`${JSON.stringify(data, null, 2)}\n`)
  out(showAnswer(command, data, sent.fields))
  if (command.failures !== undefined && data[command.failures] !== 0) process.exitCode = 1
}

const run = async (): Promise<void> => {
  const [first = '', second = ''] = positionals
  if (values.help === true || first === '' || first === 'help') {
    out(makeHelp(commands))
    if (first === '' && values.help !== true) process.exitCode = 2
    return
  }
  const two = commands.find(({ name }) => name === `${first} ${second}`)
  const one = commands.find(({ name }) => name === first)
  const command = two ?? one
  if (command === undefined)
    throw new Problem(`There is no command "${positionals.slice(0, 2).join(' ')}". Try --help.`, 2)
  await runCommand(command, positionals.slice(two === undefined ? 1 : 2))
}

// A reader that stops early (head, a pager) has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})
try {
  await run()
} catch (error) {
  if (!(error instanceof Problem)) throw error
  err(`${error.message}\n`)
  process.exitCode = error.exitCode
}
