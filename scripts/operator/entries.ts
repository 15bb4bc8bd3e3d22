/**
 * Turns what an operator typed into the fields of a command's request; a missing or unreadable entry is reported in a
 * sentence.
 */
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { DescribedCommand, DescribedOption, Word } from '../../app/api/command'
import { forTerminal } from '../../app/platform/terminal'
import { readAmount } from '../../app/text/amount'
import { decimalOfUnits } from '../../app/text/decimal'
import type { Sent } from './portal'
import { Problem } from './problem'
import { fill, type Data } from './show'

export type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

const missing = (what: string): Problem => new Problem(`${what} is missing. Try --help.`, 2)
const readFile = (file: string): { name: string; bytes: Buffer } => {
  let bytes: Buffer
  try {
    bytes = fs.readFileSync(file)
  } catch {
    throw new Problem(`${file} can't be read.`)
  }
  if (bytes.length === 0) throw new Problem(`${file} is empty.`)
  return { name: path.basename(file), bytes }
}
const readJson = (file: string): unknown => {
  const { name, bytes } = readFile(file)
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new Problem(`${name} is no JSON.`)
  }
}

const askPassword = async (): Promise<string> => {
  const given = process.env.OPERATOR_PASSWORD
  if (given !== undefined && given !== '') return given
  if (!process.stdin.isTTY)
    throw new Problem('The password is missing: set OPERATOR_PASSWORD, or run this in a terminal.', 2)
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  process.stdout.write('Password (not shown): ')
  // Readline echoes every key through this; hide the password.
  Object.assign(lines, { _writeToOutput: () => undefined })
  const password = await lines.question('')
  lines.close()
  process.stdout.write('\n')
  return password
}

/** Asks for confirmation before an action that can't be undone; without a terminal, --yes must be given. */
export const askFirst = async (command: DescribedCommand, sent: Data, given: Given): Promise<void> => {
  if (command.confirm === undefined || given.yes === true) return
  if (!process.stdin.isTTY) throw new Problem(`"${command.name}" asks first: say --yes, or run this in a terminal.`, 2)
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(forTerminal(`${fill(command.confirm, [sent])} (yes or no) `))
  lines.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Problem('Nothing was done.')
}

/** If an option is given twice, the last one counts. */
const lastOf = (value: Given[string]): string | undefined => {
  const last = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last : undefined
}
const contentOf = (file: string | undefined, { otherwise, as }: DescribedOption): string => {
  if (file === '-') return fs.readFileSync(0, 'utf8').trim()
  const name =
    file ?? (typeof otherwise === 'string' ? path.join(process.env.DATA_DIR?.trim() || 'data', otherwise) : null)
  if (name === null) throw missing(`--${as}`)
  return readFile(name).bytes.toString('utf8').trim()
}
/** The most decimals that operators may type; the portal checks those of the currency. */
const places = 4
const amountOf = (text: string, { as }: DescribedOption): string => {
  const amount = readAmount(text, { scale: places, zero: 'allowed' })
  if (!amount.ok) throw new Problem(`--${as} is an amount such as 12.50, with at most four places.`, 2)
  return decimalOfUnits(amount.value, places)
}

/** Reports a missing or invalid choice before any file is opened. */
const checkOption = ({ as, reading, required, choices }: DescribedOption, given: Given): void => {
  const text = lastOf(given[as])
  if (required && reading !== 'content' && (text === undefined || text === '')) throw missing(`--${as}`)
  if (text !== undefined && choices?.includes(text) === false)
    throw new Problem(`--${as} is ${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}.`, 2)
}
/** An option's value for its field; undefined if it is absent and has no substitute. */
const valueOf = (option: DescribedOption, given: Given): unknown => {
  const { as, reading } = option
  const value = given[as]
  if (reading === 'switch') return value === true ? '1' : '0'
  const text = lastOf(value)
  if (reading === 'content') return contentOf(text, option)
  if (text === undefined) {
    const other = Object.keys(option.given ?? {}).find((name) => given[name] !== undefined)
    return other === undefined ? option.otherwise : option.given?.[other]
  }
  if (reading === 'many') return value
  if (reading === 'amount') return amountOf(text, option)
  return reading === 'json' ? readJson(text) : reading === 'text' && text === '-' ? fs.readFileSync(0, 'utf8') : text
}

/** The argument at a word's position; null if the command has no use for it and it is absent. */
const wordOf = (
  word: Word & { field: string },
  found: readonly string[],
  fields: Data,
  options: readonly DescribedOption[],
): readonly string[] | null => {
  const { unless } = word
  if (unless !== undefined && fields[unless.field] === unless.is) {
    const as = options.find(({ field }) => field === unless.field)?.as ?? unless.field
    if (found[0] !== undefined)
      throw new Problem(`--${as} ${unless.is} has no use for "${found[0]}": ${unless.because}.`, 2)
    return null
  }
  if (found[0] === undefined || found[0] === '') throw missing(fill(word.missing, [fields]))
  return found
}

const opensFile = ({ reading }: DescribedOption): boolean =>
  reading === 'json' || reading === 'text' || reading === 'content'

/**
 * Everything that a command sends. Everything that can be refused locally is refused before a file is opened or a
 * password is asked for.
 */
export const readEntries = async (command: DescribedCommand, words: readonly string[], given: Given): Promise<Sent> => {
  const options = command.options.filter(({ reading, field }) => reading !== 'password' && field !== 'why')
  for (const option of options) checkOption(option, given)
  // Every action accepts a reason; some require one.
  const why = lastOf(given.why)
  if (command.options.some(({ field, required }) => field === 'why' && required) && (why === undefined || why === ''))
    throw missing('--why')
  if (command.givesFile && lastOf(given.output) === undefined) throw missing('-o FILE')
  const fields: Data = { ...command.fixed }
  for (const option of options) if (!opensFile(option)) fields[option.field] = valueOf(option, given)
  let fileName: string | null = null
  for (const [index, word] of command.words.entries()) {
    const found = wordOf(word, word.many === true ? words.slice(index) : words.slice(index, index + 1), fields, options)
    if (found === null) continue
    if (word.field === 'file') fileName = found[0] ?? ''
    else fields[word.field] = word.many === true ? found : found[0]
  }
  for (const option of options) if (opensFile(option)) fields[option.field] = valueOf(option, given)
  if (command.method !== 'GET') fields.why = why
  const file = fileName === null ? null : readFile(fileName)
  for (const { field, reading } of command.options) if (reading === 'password') fields[field] = await askPassword()
  return { fields, file }
}
