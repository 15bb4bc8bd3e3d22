/**
 * The arguments of the operator's commands: the help, and the errors for wrong arguments. All of it is made from the
 * commands' descriptions.
 */
import type { ParseArgsConfig } from 'node:util'
import type { DescribedCommand, DescribedOption } from '../../app/api/command'

/** Options that every command accepts; a reason does no harm if nothing changes. */
const everywhere: readonly string[] = ['why', 'json', 'help', 'yes']
/** The help's column for the descriptions. */
const textColumn = 51

/** The options for parseArgs: each is a switch, a text, or several texts, the same in all commands that have it. */
export const parseOptionsOf = (commands: readonly DescribedCommand[]): NonNullable<ParseArgsConfig['options']> => {
  const options: NonNullable<ParseArgsConfig['options']> = {
    why: { type: 'string' },
    output: { type: 'string', short: 'o' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  for (const { as, reading } of commands.flatMap((command) => command.options))
    if (reading !== 'password')
      options[as] =
        reading === 'switch'
          ? { type: 'boolean' }
          : { type: 'string', ...(reading === 'many' || options[as]?.multiple === true ? { multiple: true } : {}) }
  return options
}

/** An argument that a command can't use, as a sentence; null if there is none. */
export const findUnused = (
  command: DescribedCommand,
  words: readonly string[],
  options: readonly string[],
): string | null => {
  const { name } = command
  const more = command.words.at(-1)?.many === true ? [] : words.slice(command.words.length)
  if (more.length > 0)
    return `"${name}" has no use for ${more.map((word) => `"${word}"`).join(' ')}. A name of several words stands in quotation marks. Try --help.`
  const known = [
    ...everywhere,
    ...(command.givesFile ? ['output'] : []),
    ...command.options.filter(({ reading }) => reading !== 'password').map(({ as }) => as),
  ]
  const strange = options.filter((option) => !known.includes(option))
  return strange.length > 0
    ? `"${name}" has no use for ${strange.map((option) => `--${option}`).join(' ')}. Try --help.`
    : null
}

/** The rule for an entry of this command, by the last part of its name; null if there is none. */
export const findRule = ({ rules }: DescribedCommand, field: string): string | null => {
  const name = field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1)
  return name !== undefined && Object.hasOwn(rules, name) ? (rules[name] ?? null) : null
}

/** Codes whose usual sentence is about a page's address or a form, reworded for a command. */
export const sentences: Readonly<Record<string, string>> = {
  A0404: 'Nothing is known by this id or name.',
  MC1000: 'This customer has no wallet yet; customers open it under My Wallet.',
  A0413: 'This is too large: a file has at most 16 MiB.',
  A0415: 'The file is not of the kind that is taken here: a manual is a whole PDF.',
}

const optionText = ({ as, show, reading, required }: DescribedOption): string => {
  const text = reading === 'switch' ? `--${as}` : `--${as} ${show}${reading === 'many' ? '…' : ''}`
  return required ? text : `[${text}]`
}
/** The arguments shown after a command's name. */
const argumentsOf = ({ words, options, givesFile, usage }: DescribedCommand): string[] =>
  usage !== undefined
    ? [usage]
    : [
        ...words.map(({ show, many }) => (many === true ? `${show}…` : show)),
        ...(givesFile ? ['-o FILE'] : []),
        ...options.filter(({ shown }) => shown).map(optionText),
      ]

/** Every command begins a line with its full name, so that it can be typed as shown. */
const commandLines = (commands: readonly DescribedCommand[]): string => {
  const indent = ' '.repeat(textColumn)
  return commands
    .map((command) => {
      const left = `  ${[command.name, ...argumentsOf(command)].join(' ')}`
      if (command.help === undefined) return left
      const lines = command.help.replaceAll('\n', `\n${indent}`)
      return left.length < textColumn ? left.padEnd(textColumn) + lines : `${left}\n${indent}${lines}`
    })
    .join('\n')
}

const yesLine = '  --yes             do it without asking first\n'
export const makeHelp = (commands: readonly DescribedCommand[]): string => `Mango Portal, the operator's command line

  npm run --silent operator -- COMMAND [options]

Commands
${commandLines(commands)}

Options
  --why TEXT        the reason, kept in the audit log
  --batch NAME      for ${commands
    .filter(({ options }) => options.some(({ field }) => field === 'batch'))
    .map(({ name }) => name)
    .join(' and ')}: a name of your own (8 to 64 letters, digits, _ or -); what was
                    sent under it is not sent again, so that a command may be repeated when no answer came
  --page N --size N for lists (10, 20, 40 or 100 a page)
${commands.some(({ confirm }) => confirm !== undefined) ? yesLine : ''}  --json            print the answer's data as JSON
  --help            this text

Environment
  PORTAL_URL         the portal's address, http://localhost:3000 by default
  OPERATOR_TOKEN     an API token of an operator with the scope "operator"
  OPERATOR_PASSWORD  the password for claim and accounts add; asked for when absent
`
