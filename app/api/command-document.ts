/**
 * Describes the commands of the operator's command line from the endpoints that have one, as plain data. The build
 * writes it to a file, which the command line reads.
 */
import { z } from 'zod'
import type { Command, DescribedCommand, DescribedOption, Option } from './command'
import type { Endpoint } from './endpoint'
import { endpoints } from './table'

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  default?: unknown
  'x-default'?: unknown
  type?: string | string[]
}
const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema

/** The subjects that the help begins with; the others follow as the endpoints do, and the audit log is the last. */
const subjects = [
  'claim',
  'models',
  'boxes',
  'software',
  'vnos',
  'accounts',
  'lists',
  'tokens',
  'messages',
  'feedback',
  'instructions',
  'ledger',
]
const subjectOf = ({ name }: { name: string }): string => name.split(' ')[0] ?? ''

/** The reason for an action is an option of every command. */
const whyField = 'why'
/** Options that the help explains once for all commands. */
const general = new Set(['page', 'size', 'batch'])
const kebab = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const choicesOf = (schema: Schema): string[] | null =>
  schema.enum !== undefined && schema.enum.every((value) => typeof value === 'string') ? schema.enum : null
/**
 * What the schema implies: a list may be given several times; a boolean with the default false is a switch. Any other
 * boolean is given as a word, because an absent switch would mean no.
 */
const readingOf = (schema: Schema): Option['reading'] => {
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? [])
  if (types.includes('boolean')) return (schema['x-default'] ?? schema.default) === false ? 'switch' : undefined
  return types.includes('array') ? 'many' : undefined
}

const describeOption = (
  field: string,
  schema: Schema,
  option: Option,
  { required, always }: { required: boolean; always: boolean },
): DescribedOption => {
  const { as = kebab(field), strict, otherwise, given } = option
  const reading = option.reading ?? readingOf(schema)
  const choices = choicesOf(schema)
  return {
    field,
    as,
    show:
      option.show ?? (always ? 'TEXT' : null) ?? (reading === 'many' ? null : choices?.join('|')) ?? as.toUpperCase(),
    required: required && otherwise === undefined && reading !== 'switch',
    shown: always ? required : reading !== 'password' && !general.has(field),
    ...(reading === undefined ? {} : { reading }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(given === undefined ? {} : { given }),
    ...(strict === true && choices !== null ? { choices } : {}),
  }
}

/** Describes a command of an endpoint with everything in the endpoint's schemas. Throws for an impossible command. */
export const describeCommand = (line: Endpoint, command: Command): DescribedCommand => {
  const wrong = (why: string): Error => new Error(`${command.name}: ${why}`)
  if (line.stream !== undefined) throw wrong('a body that is read as it comes has no command yet')
  const schema = schemaOf(line.input)
  const properties = schema.properties ?? {}
  const { words = {}, options = {}, without = [], rules: own, ...told } = command
  const { fixed = {} } = told
  const takesFile = line.upload !== undefined
  for (const field of [...Object.keys(words), ...Object.keys(options), ...Object.keys(fixed), ...without])
    if (!(field in properties) && !(field === 'file' && takesFile)) throw wrong(`the input has no field ${field}`)
  if (takesFile && !('file' in words)) throw wrong('its file has no word')
  const taken = new Set([...Object.keys(words), ...Object.keys(fixed), ...without])
  const fields = [...new Set([...Object.keys(options), ...Object.keys(properties)])].filter(
    (field) => !taken.has(field),
  )
  const described = fields.map((field) =>
    describeOption(field, properties[field] ?? {}, options[field] ?? {}, {
      required: options[field]?.required ?? schema.required?.includes(field) === true,
      always: field === whyField,
    }),
  )
  const inPath = [...line.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const field of inPath) if (!(field in words)) throw wrong(`${field} of the address has no word`)
  const rules: Record<string, string> = { ...own }
  for (const [field, part] of Object.entries(properties)) {
    const rule = options[field]?.rule ?? part.description
    if (rule !== undefined) rules[field] = rule
  }
  return {
    ...told,
    method: line.method,
    path: line.path,
    open: line.access.who === 'anyone',
    words: Object.entries(words).map(([field, word]) => ({ field, ...word })),
    options: described,
    givesFile: line.output === 'file',
    rules,
  }
}

export const commandsOf = (line: Endpoint): readonly Command[] =>
  line.command === undefined ? [] : 'name' in line.command ? [line.command] : line.command

/** All commands in the order of the help: by subject, each subject's as their endpoints. */
export const describeCommands = (lines: readonly Endpoint[] = endpoints): DescribedCommand[] => {
  const commands = lines.flatMap((line) => commandsOf(line).map((command) => describeCommand(line, command)))
  const others = commands.map(subjectOf).filter((subject) => subject !== 'audit')
  const order = [...new Set([...subjects, ...others, 'audit'])]
  return commands.sort((a, b) => order.indexOf(subjectOf(a)) - order.indexOf(subjectOf(b)))
}
