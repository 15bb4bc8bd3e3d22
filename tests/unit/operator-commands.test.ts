/** The operator's commands come from the table of endpoints: a new command is one entry of that table. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Command, DescribedCommand } from '~/api/command'
import { commandsOf, describeCommand, describeCommands } from '~/api/command-document'
import { flag, onOff } from '~/api/common'
import { data, endpoint, type Endpoint } from '~/api/endpoint'
import { endpoints } from '~/api/table'
import { askFirst, readEntries } from '../../scripts/operator/entries'
import { fill, placesOf, showAnswer } from '../../scripts/operator/show'
import { findRule, findUnused, makeHelp, parseOptionsOf } from '../../scripts/operator/usage'
import { root } from '../support/paths'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
  $ref?: string
  $defs?: Record<string, Schema>
}

/** True if answers of this schema can have the path. */
const has = (
  schema: Schema | undefined,
  [first, ...rest]: readonly string[],
  defs: Record<string, Schema>,
): boolean => {
  if (schema === undefined) return false
  if (first === undefined) return true
  if (schema.$ref !== undefined) return has(defs[schema.$ref.split('/').at(-1) ?? ''], [first, ...rest], defs)
  if (schema.anyOf?.some((one) => has(one, [first, ...rest], defs)) === true) return true
  if (schema.items !== undefined) return has(schema.items, /^\d+$/.test(first) ? rest : [first, ...rest], defs)
  const own = schema.properties?.[first]
  if (own !== undefined) return has(own, rest, defs)
  return typeof schema.additionalProperties === 'object' && has(schema.additionalProperties, rest, defs)
}

/** What a command shows although its endpoint does not answer it and nobody sent it. */
const unknownFields = (line: Endpoint, { name, answer, failures }: Command): string[] => {
  const schema: Schema =
    line.output === 'file'
      ? { properties: { file: {}, bytes: {} } }
      : (z.toJSONSchema(line.output, { unrepresentable: 'any' }) as Schema)
  const sent = Object.keys(
    (z.toJSONSchema(line.input, { io: 'input', unrepresentable: 'any' }) as Schema).properties ?? {},
  )
  const knows = (field: string): boolean =>
    has(schema, field.split('.'), schema.$defs ?? {}) || sent.includes(field.split('.')[0] ?? '')
  const pathsOf = (template: string, list = ''): string[] =>
    placesOf(template).flatMap(({ paths }) =>
      paths.filter((one) => !(list !== '' && knows(`${list}.${one}`))).map((one) => one),
    )
  const named = answer.flatMap((part) => {
    if ('table' in part) {
      const rows = part.rows ?? 'items'
      return [
        rows,
        ...Object.keys(part.where ?? {}).map((field) => `${rows}.${field}`),
        ...part.table.flatMap((column) =>
          typeof column === 'string'
            ? [`${rows}.${column}`]
            : placesOf(column.of).flatMap(({ paths }) => paths.map((one) => `${rows}.${one}`)),
        ),
      ]
    }
    if ('each' in part)
      return [
        part.each,
        ...(part.by === undefined
          ? pathsOf(part.say, part.each)
          : [`${part.each}.${part.by}`, ...Object.values(part.say).flatMap((say) => pathsOf(say, part.each))]),
      ]
    return [...pathsOf(part.say), ...[part.when, part.unless].flatMap((fields) => fields?.split(',') ?? [])]
  })
  return [...named, ...(failures === undefined ? [] : [failures])]
    .filter((field) => !knows(field))
    .map((field) => `${name}: ${field}`)
}

/** An endpoint as future ones will be: money, a reason, a key against doing it twice, a question first. */
const refund = endpoint('POST /operator/orders/{id}/refund', {
  summary: 'Give money back.',
  access: { who: 'operator' },
  input: z.object({
    id: z.string(),
    amount: z.string(),
    payOn: z.string().optional().meta({ description: 'a day such as 2026-12-31' }),
    batch: z.string().optional(),
    why: z.string().min(3),
  }),
  output: z.object({ id: z.string(), amount: z.string(), left: z.string() }),
  codes: [],
  command: {
    name: 'orders refund',
    words: { id: { show: 'ID', missing: 'The order’s id' } },
    options: { amount: { reading: 'amount' } },
    help: 'give money back',
    confirm: 'Refund {amount} of order {id}?',
    answer: [{ say: 'Refunded {amount}; {left} is left ({id}).' }],
  },
  handler: () => Promise.resolve(data({ id: 'x', amount: '1', left: '0' })),
})
const refundCommand = (): DescribedCommand => describeCommand(refund, commandsOf(refund)[0] as Command)

describe('the commands', () => {
  it('are exactly the endpoints for operators', () => {
    for (const line of endpoints)
      expect(commandsOf(line).length > 0, `${line.method} ${line.path}`).toBe(line.path.startsWith('/operator/'))
  })
  it('have a name each', () => {
    const names = describeCommands().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
  it('show only what their endpoints answer', () => {
    expect(endpoints.flatMap((line) => commandsOf(line).flatMap((command) => unknownFields(line, command)))).toEqual([])
    const [command] = commandsOf(refund)
    expect(
      unknownFields(refund, {
        ...(command as Command),
        answer: [{ say: '{gone}' }, { table: ['id'] }],
        failures: 'bad',
      }),
    ).toEqual(['orders refund: gone', 'orders refund: items', 'orders refund: items.id', 'orders refund: bad'])
  })
  it('describe the value of every option that is not free text', () => {
    const free = /^(?:name|userName|user|token|password|id|model|title|file|amount)$/
    const silent = describeCommands().flatMap(({ name, options, rules }) =>
      options
        .filter(({ choices }) => choices === undefined)
        .filter(({ field, reading }) => reading !== 'switch' && !free.test(field) && rules[field] === undefined)
        .map(({ as }) => `${name} --${as}`),
    )
    expect(silent).toEqual([])
  })
  it('are refused when they name a parameter that their endpoint does not take', () => {
    const [command] = commandsOf(refund)
    const other = (more: Partial<Command>) => () => describeCommand(refund, { ...(command as Command), ...more })
    expect(other({ options: { sum: {} } })).toThrow('orders refund: the input has no field sum')
    expect(other({ words: {} })).toThrow('orders refund: id of the address has no word')
    expect(() => describeCommand({ ...refund, upload: { maxBytes: 1, required: true } }, command as Command)).toThrow(
      'orders refund: its file has no word',
    )
    expect(() => describeCommand({ ...refund, stream: { maxBytes: 1 } }, command as Command)).toThrow('no command yet')
  })
})

describe('a new endpoint of the table', () => {
  it('becomes a command with its help, options and rules', () => {
    const command = refundCommand()
    expect(makeHelp([command])).toContain(
      '  orders refund ID --amount AMOUNT [--pay-on PAY-ON] --why TEXT\n                                                   give money back\n',
    )
    expect(makeHelp([command])).toContain('--yes')
    expect(Object.keys(parseOptionsOf([command]))).toEqual(
      expect.arrayContaining(['amount', 'pay-on', 'batch', 'why', 'yes', 'json']),
    )
    expect(findRule(command, 'payOn')).toBe('a day such as 2026-12-31')
    expect(findUnused(command, ['a', 'b'], [])).toContain('"orders refund" has no use for "b"')
    expect(findUnused(command, ['a'], ['output'])).toContain('no use for --output')
  })
  it('sends what was typed, with exact amounts, and says in a sentence what is missing', async () => {
    const command = refundCommand()
    const given = { amount: '12.5', 'pay-on': '2026-12-31', batch: 'refund-77', why: 'double payment' }
    expect((await readEntries(command, ['o1'], given)).fields).toEqual({
      id: 'o1',
      amount: '12.5',
      payOn: '2026-12-31',
      batch: 'refund-77',
      why: 'double payment',
    })
    await expect(readEntries(command, [], given)).rejects.toThrow('The order’s id is missing. Try --help.')
    await expect(readEntries(command, ['o1'], { ...given, why: undefined })).rejects.toThrow('--why is missing')
    await expect(readEntries(command, ['o1'], { ...given, amount: undefined })).rejects.toThrow('--amount is missing')
    for (const [typed, sent] of [
      ['٣٫٥', '3.5'],
      ['۱۰،۵', '10.5'],
      ['10,5', '10.5'],
      [' 8 ', '8'],
    ])
      expect((await readEntries(command, ['o1'], { ...given, amount: typed })).fields['amount']).toBe(sent)
    await expect(readEntries(command, ['o1'], { ...given, amount: '1,500' })).rejects.toThrow('--amount is an amount')
  })
  it('asks first, and needs --yes without a person at a terminal', async () => {
    const command = refundCommand()
    const { isTTY } = process.stdin
    onTestFinished(() => void Object.assign(process.stdin, { isTTY }))
    Object.assign(process.stdin, { isTTY: false })
    await expect(askFirst(command, { amount: 1 }, {})).rejects.toThrow('"orders refund" asks first: say --yes')
    await expect(askFirst(command, { amount: 1 }, { yes: true })).resolves.toBeUndefined()
    const { confirm: _, ...silent } = command
    await expect(askFirst(silent, {}, {})).resolves.toBeUndefined()
  })
  it('leaves out a yes or no that was not given', async () => {
    const named = (name: string) => describeCommands().find((one) => one.name === name) as DescribedCommand
    for (const [name, words, given, sent] of [
      ['plans set', ['tv', '1'], { price: '2' }, { key: 'tv', months: '1', price: '2' }],
      ['plans set', ['tv', '1'], { 'on-sale': 'false' }, { key: 'tv', months: '1', onSale: 'false' }],
      ['services set', ['chmax'], { app: 'https://a.example/' }, { key: 'chmax', appLink: 'https://a.example/' }],
    ] as const)
      expect(JSON.parse(JSON.stringify((await readEntries(named(name), words, given)).fields))).toEqual(sent)
    for (const word of ['maybe', '', 2, null])
      expect([word, flag.safeParse(word).success, onOff.safeParse(word).success]).toEqual([word, false, false])
    expect([flag.parse(undefined), flag.parse('yes'), onOff.parse('no')]).toEqual([false, true, false])
  })
  it('appears in the help once, at the start of a line, under the name to type', () => {
    const all = describeCommands()
    const lines = makeHelp(all).split('\n')
    const standing = all.map(({ name }) => [name, lines.filter((one) => `${one} `.startsWith(`  ${name} `)).length])
    expect(standing).toEqual(all.map(({ name }) => [name, 1]))
  })
  it('formats its answer with its templates', () => {
    expect(showAnswer(refundCommand(), { id: 'o1', amount: '12.5000', left: '0.0005' }, {})).toBe(
      'Refunded 12.5000; 0.0005 is left (o1).\n',
    )
  })
  it('sends a file with its fields, and a file’s content as a field', async () => {
    const folder = os.tmpdir()
    const file = path.join(folder, `portal-command-${process.pid}.csv`)
    writeFileSync(file, ' a,b \n')
    const importing = endpoint('POST /operator/prices', {
      summary: 'Prices.',
      access: { who: 'operator' },
      input: z.object({ note: z.string(), names: z.array(z.string()), dryRun: z.boolean().default(false) }),
      upload: { maxBytes: 10, required: true },
      output: z.object({}),
      codes: [],
      command: {
        name: 'prices import',
        words: { file: { show: 'FILE', missing: 'The file' }, names: { show: 'NAME', missing: 'A name', many: true } },
        options: { note: { reading: 'content' } },
        answer: [],
      },
      handler: () => Promise.resolve(data({})),
    })
    const command = describeCommand(importing, commandsOf(importing)[0] as Command)
    const sent = await readEntries(command, [file, 'x', 'y'], { note: file, 'dry-run': true })
    expect([sent.fields, sent.file?.bytes.toString()]).toEqual([
      { note: 'a,b', names: ['x', 'y'], dryRun: '1', why: undefined },
      ' a,b \n',
    ])
    await expect(readEntries(command, [file, 'x'], {})).rejects.toThrow('--note is missing')
    expect(findUnused(command, [file, 'x', 'y', 'z'], [])).toBeNull()
  })
})

describe('the documents', () => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const files = [
    'README.md',
    ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ]
  const commands = describeCommands()
  const groups = new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0]] : [])))
  /** A command in full, `npm run operator -- jobs list`, or its words alone: `jobs list`, `feedback show|close ID`. */
  const problemOf = (span: string): string | null => {
    const prefix = /^(export OPERATOR_TOKEN.*|npm run (--silent )?operator -- )/.exec(span)?.[0] ?? ''
    const [words = '', ...rest] = span.slice(prefix.length).split(/ (?=--|-o )/)
    const [group = '', verbs = ''] = words.split(' ')
    const named = commands.filter(
      ({ name }) => name === group || verbs.split('|').some((verb) => name === `${group} ${verb}`),
    )
    if (named.length === 0)
      return prefix !== '' && !words.startsWith('--help')
        ? span
        : groups.has(group) && /^[a-z-]+$/.test(verbs)
          ? span
          : null
    const options = rest.flatMap((one) => /^--([a-z0-9-]+)/.exec(one)?.[1] ?? [])
    return named.some((command) => findUnused(command, [], options) !== null) ? span : null
  }
  it.each(files)('%s names only commands and options that exist', (file) => {
    const text = read(file)
    const inline = text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
    const spans = [...inline.matchAll(/`([^`]+)`/g), ...text.matchAll(/^ *(npm run --silent operator -- .*)$/gm)]
    expect(spans.flatMap(([, span = '']) => problemOf(span.replace(/\s+/g, ' ')) ?? [])).toEqual([])
  })
  it.each(files)(
    '%s confirms all commands of a block but the last, so that none swallows the next pasted line',
    (file) => {
      const asking = commands.filter(({ confirm }) => confirm !== undefined)
      const blocks = [...read(file).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) =>
        block.trim().split('\n'),
      )
      const swallowing = blocks.flatMap((lines) =>
        lines
          .slice(0, -1)
          .filter(
            (line) => asking.some(({ name }) => line.includes(` operator -- ${name} `)) && !line.includes(' --yes'),
          ),
      )
      expect(swallowing).toEqual([])
    },
  )
})

describe('a template', () => {
  it('is filled from a row, the answer and the request, once, and can’t steer a terminal', () => {
    expect(fill('{a}, {b}, {c}', [{ a: '{b}' }, { a: 1, b: 'x\n\u001b' }, { c: null }])).toBe('{b}, x\\u000a\\u001b, ')
    expect(fill('{a}{a}', [{ a: 'x' }])).toBe('xx')
  })
  it('has filters: keys, words, cut, or, yes, count, indent', () => {
    const row = { o: { a: 1, b: 2 }, l: [{ n: 'x' }, { n: null }, { n: 'y' }], t: 'one\ntwo', no: false, none: [] }
    expect(
      ['{o|keys}', '{o|keys|words}', '{l.n}', '{l.0.n}', '{t|cut 4}', '{t|indent}', '{none|or -}', '{no|yes Yes.}'].map(
        (template) => fill(template, [row]),
      ),
    ).toEqual(['a, b', 'a b', 'x, y', 'x', 'one\\', '  one\n  two', '-', ''])
    expect(['{o.a|count month}', '{o.b|count month}'].map((template) => fill(template, [row]))).toEqual([
      '1 month',
      '2 months',
    ])
    expect(() => fill('{a|dance}', [{}])).toThrow('no change "dance"')
  })
})

describe('an amount', () => {
  it('is typed as everywhere in the portal, and sent as decimal text', async () => {
    const send = async (amount: string): Promise<unknown> =>
      (await readEntries(refundCommand(), ['o1'], { amount, why: 'double payment' })).fields.amount
    const typed = ['0', '12', '12.5', '0.0001', '۱۲٫۵', '1 234.50', '10,5', '99999999']
    expect(await Promise.all(typed.map(send))).toEqual([
      '0',
      '12',
      '12.5',
      '0.0001',
      '12.5',
      '1234.5',
      '10.5',
      '99999999',
    ])
    for (const wrong of ['-1', '+1', '1e3', '1,234', '1.', '1.00001', '100000000'])
      await expect(send(wrong), wrong).rejects.toThrow('--amount is an amount such as 12.50')
  })
})
