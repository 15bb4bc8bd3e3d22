/**
 * The operator's command line: a client of /api/operator/*. It needs the portal's address (PORTAL_URL) and an
 * operator's API token (OPERATOR_TOKEN); every act is written to the portal's audit log with --why.
 */
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { forTerminal, lineForTerminal } from '../app/platform/terminal'
import { findRule, findUnused, sentences } from './lib/operator-usage'

const help = `Mango Portal, the operator's command line

  npm run --silent operator -- COMMAND [options]

Commands
  claim --user NAME [--token-file FILE]            make the first operator's account with the one-time token
                                                   (data/first-operator-token by default); prints an API token
  models list | add NAME…                          models of boxes
  boxes import FILE [--dry-run]                    serial numbers: CSV with the header sn,model,vno,secret, or JSON
  boxes list [--search DIGITS]
  boxes release SN --why TEXT                      unbind a box when its owners disagree
  vnos list | add NAME                             brands
  accounts list [--search TEXT] [--role ROLE]
  accounts add NAME --role administrator|vno|operator [--vno BRAND]
  accounts disable ID | enable ID
  accounts sign-ins ID                             who signed in, or tried, newest first
  accounts end-sessions ID                         sign the account out everywhere
  accounts reset-authenticator ID --why TEXT       for an owner who lost the phone and the recovery codes
  lists publish FILE --name NAME [--kind system|vno] [--vno BRAND] [--keep RULE…]
  lists list [--kind system|vno] | withdraw ID
  tokens list | add NAME [--scope SCOPE…] [--days N] | revoke ID
  messages send --to all | --to model NAME | --to user NAME --text FILE [--until DATE]
                                                   tell customers something; FILE is JSON: a language's code with
                                                   {"title", "text"} each, en always; DATE is its last day (UTC)
  messages list | withdraw ID
  feedback list [--state open|answered|closed] [--user NAME]
  feedback show ID                                 the whole conversation
  feedback answer ID --text TEXT                   - instead of TEXT reads it from the standard input
  feedback close ID
  feedback attachment ID -o FILE                   a picture or video that came with a feedback
  instructions add MODEL FILE --language CODE --title TITLE [--id ID]
                                                   a manual (PDF) of a model; with --id one more language of it, or a new file
  instructions list [--model MODEL]
  instructions remove ID [--language CODE]         the whole manual, or one language of it
  audit [--subject ID]                             who did what, newest first

Options
  --why TEXT        the reason, kept in the audit log
  --batch NAME      for messages send and feedback answer: a name of your own (8 to 64 letters, digits, _ or -); what was
                    sent under it is not sent again, so that a command may be repeated when no answer came
  --page N --size N for lists (10, 20, 40 or 100 a page)
  --json            print the answer's data as JSON
  --help            this text

Environment
  PORTAL_URL         the portal's address, http://localhost:3000 by default
  OPERATOR_TOKEN     an API token of an operator with the scope "operator"
  OPERATOR_PASSWORD  the password for claim and accounts add; asked for when absent
`

/** All that is printed goes this way: much of it was written by customers. */
const out = (text: string): void => void process.stdout.write(forTerminal(text))
const err = (text: string): void => void process.stderr.write(forTerminal(text))

/** Something to tell the person in one sentence; the exit code is 1, or 2 for a wrong command. */
class Problem extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message)
  }
}

const { values, positionals } = (() => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        user: { type: 'string' },
        'token-file': { type: 'string' },
        search: { type: 'string' },
        role: { type: 'string' },
        vno: { type: 'string' },
        name: { type: 'string' },
        kind: { type: 'string' },
        keep: { type: 'string', multiple: true },
        scope: { type: 'string', multiple: true },
        days: { type: 'string' },
        subject: { type: 'string' },
        language: { type: 'string' },
        title: { type: 'string' },
        id: { type: 'string' },
        model: { type: 'string' },
        to: { type: 'string' },
        text: { type: 'string' },
        until: { type: 'string' },
        state: { type: 'string' },
        output: { type: 'string', short: 'o' },
        why: { type: 'string' },
        batch: { type: 'string' },
        page: { type: 'string' },
        size: { type: 'string' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`)
    process.exit(2)
  }
})()

const portal = (process.env.PORTAL_URL ?? 'http://localhost:3000').replace(/\/+$/, '')
/** Throws where the settings can't be sent anywhere. */
const checkSettings = (): void => {
  if (!/^https?:$/.test(URL.canParse(portal) ? new URL(portal).protocol : ''))
    throw new Problem(`PORTAL_URL must be an address such as https://portal.example, not "${portal}".`, 2)
  if (/[^\x21-\x7e]/.test(process.env.OPERATOR_TOKEN ?? ''))
    throw new Problem('OPERATOR_TOKEN holds what no token has: a space, a line break, or a letter beyond ASCII.', 2)
}

type Data = Record<string, unknown>
type Body = { fields?: Record<string, unknown>; file?: { name: string; bytes: Buffer } }

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  { fields = {}, file }: Body = {},
  token = process.env.OPERATOR_TOKEN,
): Promise<Data> => {
  const url = new URL(`${portal}/api/operator${address}`)
  const headers: Record<string, string> = { 'accept-language': (process.env.LANG ?? 'en').slice(0, 2) }
  if (token !== undefined && token !== '') headers.authorization = `Bearer ${token}`
  const given = Object.entries({
    ...fields,
    ...(values.why === undefined || method === 'GET' ? {} : { why: values.why }),
  }).filter(([, value]) => value !== undefined)
  let body: BodyInit | undefined
  if (method === 'GET') for (const [name, value] of given) url.searchParams.set(name, String(value))
  else if (file !== undefined) {
    const form = new FormData()
    for (const [name, value] of given)
      for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item))
    form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
    body = form
  } else {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(Object.fromEntries(given))
  }
  let response: Response
  try {
    response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    throw new Problem(`No portal answers at ${portal}. Is it running? PORTAL_URL names its address.`)
  }
  let answer: { code?: unknown; message?: unknown; data?: unknown }
  try {
    answer = (await response.json()) as typeof answer
  } catch {
    throw new Problem(`${portal} does not answer like Mango Portal (HTTP ${response.status}).`)
  }
  if (answer.code !== '0') {
    const { fields: entries, field: entry } = (answer.data ?? {}) as {
      fields?: { field: string; message: string }[]
      field?: string
    }
    const fieldList =
      entries ?? (entry === undefined || findRule(entry) === null ? [] : [{ field: entry, message: '' }])
    const more = fieldList.map(({ field, message }) => `\n  ${field}: ${findRule(field) ?? message}`).join('')
    const hint =
      response.status === 401 || response.status === 403
        ? '\nOPERATOR_TOKEN must be a living API token of an operator, with the scope "operator".'
        : ''
    throw new Problem(
      `${sentences[String(answer.code)] ?? String(answer.message)} (${String(answer.code)})${more}${hint}`,
    )
  }
  return typeof answer.data === 'object' && answer.data !== null ? (answer.data as Data) : {}
}

const chunksOf = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
/** Writes a file of the portal to disk as it comes; what is there already is not overwritten. */
const download = async (address: string, file: string): Promise<number> => {
  const token = process.env.OPERATOR_TOKEN
  let response: Response
  try {
    response = await fetch(`${portal}/api/operator${address}`, {
      headers: {
        'accept-language': (process.env.LANG ?? 'en').slice(0, 2),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
  } catch {
    throw new Problem(`No portal answers at ${portal}. Is it running? PORTAL_URL names its address.`)
  }
  if (!response.ok || response.body === null) {
    const answer = (await response.json().catch(() => null)) as { code?: unknown; message?: unknown } | null
    throw new Problem(
      `${sentences[String(answer?.code)] ?? String(answer?.message ?? `HTTP ${response.status}`)} (${String(answer?.code ?? '-')})`,
    )
  }
  const sink = fs.createWriteStream(file, { flags: 'wx' })
  try {
    await pipeline(chunksOf(response.body), sink)
  } catch (error) {
    throw new Problem(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${file} is there already.`
        : `${file} could not be written whole.`,
    )
  }
  return sink.bytesWritten
}

const printTable = (rows: readonly Data[], columns: readonly string[]): void => {
  const text = (value: unknown): string =>
    value === null || value === undefined
      ? '-'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : lineForTerminal(String(value))
  const cells = [columns.map((name) => name), ...rows.map((row) => columns.map((name) => text(row[name])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? '').length)))
  for (const row of cells)
    out(
      `${row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}
const print = (data: Data, columns: readonly string[] | null, sentence: string | null = null): void => {
  if (values.json === true) out(`${JSON.stringify(data, null, 2)}\n`)
  else if (columns !== null && Array.isArray(data.items)) {
    printTable(data.items as Data[], columns)
    if (typeof data.total === 'number') out(`${data.total} in all\n`)
  } else out(`${sentence ?? JSON.stringify(data)}\n`)
}

const need = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw new Problem(`${what} is missing. Try --help.`, 2)
  return value
}
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
const askPassword = async (): Promise<string> => {
  const given = process.env.OPERATOR_PASSWORD
  if (given !== undefined && given !== '') return given
  if (!process.stdin.isTTY)
    throw new Problem('The password is missing: set OPERATOR_PASSWORD, or run this in a terminal.', 2)
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  out('Password (not shown): ')
  // Readline writes every key back through this; a password is not for the screen.
  Object.assign(lines, { _writeToOutput: () => undefined })
  const password = await lines.question('')
  lines.close()
  out('\n')
  return password
}

const paging = (): Data => ({ page: values.page, size: values.size })

const commands: Record<string, (rest: string[]) => Promise<void>> = {
  claim: async () => {
    const userName = need(values.user, '--user')
    const file = values['token-file'] ?? path.join(process.env.DATA_DIR ?? 'data', 'first-operator-token')
    const data = await call(
      'POST',
      '/claim',
      { fields: { token: readFile(file).bytes.toString('utf8').trim(), userName, password: await askPassword() } },
      '',
    )
    print(data, null, `The operator's account is made. Its API token, shown this once:\n${String(data.token)}`)
  },
  'models list': async () => print(await call('GET', '/models'), ['name', 'boxes', 'id']),
  'models add': async (names) => {
    need(names[0], 'A model’s name')
    const data = await call('POST', '/models', { fields: { names } })
    print(data, null, `Added: ${(data.added as string[]).join(', ') || 'none, all exist'}`)
  },
  'boxes import': async ([file]) => {
    const data = await call('POST', '/boxes', {
      fields: { dryRun: values['dry-run'] === true ? '1' : '0' },
      file: readFile(need(file, 'The file')),
    })
    if (values.json === true) return print(data, null)
    const refused = (data.lines as Data[]).filter((line) => line.result === 'refused')
    if (refused.length > 0) printTable(refused, ['line', 'sn', 'problem'])
    out(
      `${data.dryRun === true ? 'Nothing stored (dry run). ' : ''}added ${String(data.added)}, updated ${String(data.updated)}, unchanged ${String(data.unchanged)}, refused ${String(data.refused)}\n`,
    )
    if (refused.length > 0) process.exitCode = 1
  },
  'boxes list': async () =>
    print(await call('GET', '/boxes', { fields: { ...paging(), search: values.search } }), [
      'sn',
      'model',
      'vno',
      'hasSecret',
      'createdAt',
    ]),
  'boxes release': async ([sn]) => {
    need(values.why, '--why')
    await call('POST', `/boxes/${encodeURIComponent(need(sn, 'The serial number'))}/release`)
    print({}, null, 'The box is unbound.')
  },
  'vnos list': async () => print(await call('GET', '/vnos'), ['name', 'id', 'createdAt']),
  'vnos add': async ([name]) => {
    const data = await call('POST', '/vnos', { fields: { name: need(name, 'The brand’s name') } })
    print(data, null, `Made: ${String(data.name)} (${String(data.id)})`)
  },
  'accounts list': async () =>
    print(await call('GET', '/accounts', { fields: { ...paging(), search: values.search, role: values.role } }), [
      'userName',
      'role',
      'id',
      'createdAt',
      'disabledAt',
    ]),
  'accounts add': async ([userName]) => {
    const fields = {
      userName: need(userName, 'The user name'),
      role: need(values.role, '--role'),
      vno: values.vno,
      password: await askPassword(),
    }
    const data = await call('POST', '/accounts', { fields })
    print(data, null, `Made: ${String(data.userName)}, ${String(data.role)} (${String(data.id)})`)
  },
  'accounts disable': async ([id]) => {
    const data = await call('PUT', `/accounts/${encodeURIComponent(need(id, 'The account’s id'))}`, {
      fields: { disabled: true },
    })
    print(data, null, `${String(data.userName)} is disabled.`)
  },
  'accounts enable': async ([id]) => {
    const data = await call('PUT', `/accounts/${encodeURIComponent(need(id, 'The account’s id'))}`, {
      fields: { disabled: false },
    })
    print(data, null, `${String(data.userName)} is enabled.`)
  },
  'accounts sign-ins': async ([id]) =>
    print(
      await call('GET', `/accounts/${encodeURIComponent(need(id, 'The account’s id'))}/sign-ins`, { fields: paging() }),
      ['at', 'outcome', 'via', 'address', 'sessionId', 'userAgent'],
    ),
  'accounts end-sessions': async ([id]) => {
    const data = await call('DELETE', `/accounts/${encodeURIComponent(need(id, 'The account’s id'))}/sessions`)
    print(data, null, `Sessions ended: ${String(data.ended)}.`)
  },
  'accounts reset-authenticator': async ([id]) => {
    need(values.why, '--why')
    const data = await call('DELETE', `/accounts/${encodeURIComponent(need(id, 'The account’s id'))}/authenticator`)
    print(data, null, `${String(data.userName)} signs in without an authenticator now.`)
  },
  'lists publish': async ([file]) => {
    const fields = {
      name: need(values.name, '--name'),
      kind: values.kind ?? (values.vno === undefined ? 'system' : 'vno'),
      vno: values.vno,
      keep: values.keep,
    }
    const data = await call('POST', '/lists', { fields, file: readFile(need(file, 'The file')) })
    print(
      data,
      null,
      `Published: ${String(data.name)} with ${String(data.channels)} channels (${String(data.id)}); errors ${String(data.errors)}, warnings ${String(data.warnings)}`,
    )
  },
  'lists list': async () =>
    print(await call('GET', '/lists', { fields: { ...paging(), kind: values.kind } }), [
      'name',
      'kind',
      'vno',
      'revision',
      'channels',
      'id',
    ]),
  'lists withdraw': async ([id]) => {
    await call('DELETE', `/lists/${encodeURIComponent(need(id, 'The list’s id'))}`)
    print({}, null, 'The list is taken back; it can be restored for 30 days.')
  },
  'instructions add': async ([model, file]) => {
    const fields = {
      model: need(model, 'The model’s name'),
      language: need(values.language, '--language'),
      title: need(values.title, '--title'),
      id: values.id,
    }
    const data = await call('POST', '/instructions', { fields, file: readFile(need(file, 'The file')) })
    print(
      data,
      null,
      `Added to ${String(data.model)} (${String(data.id)}), languages: ${(data.languages as Data[]).map(({ language }) => String(language)).join(', ')}`,
    )
  },
  'instructions list': async () => {
    const data = await call('GET', '/instructions', { fields: { ...paging(), model: values.model } })
    const rows = (data.items as Data[]).map((item) => {
      const texts = item.languages as Data[]
      return {
        ...item,
        title: lineForTerminal(String(texts[0]?.title ?? '')),
        languages: texts.map(({ language }) => String(language)).join(' '),
      }
    })
    print(values.json === true ? data : { ...data, items: rows }, ['updatedAt', 'model', 'title', 'languages', 'id'])
  },
  'instructions remove': async ([id]) => {
    await call('DELETE', `/instructions/${encodeURIComponent(need(id, 'The manual’s id'))}`, {
      fields: { language: values.language },
    })
    print(
      {},
      null,
      values.language === undefined ? 'The manual is removed.' : `The manual’s language ${values.language} is removed.`,
    )
  },
  'tokens list': async () =>
    print(await call('GET', '/tokens'), ['name', 'hint', 'scopes', 'lastUsedAt', 'expiresAt', 'revokedAt', 'id']),
  'tokens add': async ([name]) => {
    const data = await call('POST', '/tokens', {
      fields: {
        name: need(name, 'The token’s name'),
        scopes: values.scope ?? ['operator'],
        expiresInDays: values.days,
      },
    })
    print(data, null, `The token, shown this once:\n${String(data.token)}`)
  },
  'tokens revoke': async ([id]) => {
    await call('DELETE', `/tokens/${encodeURIComponent(need(id, 'The token’s id'))}`)
    print({}, null, 'The token is revoked.')
  },
  'messages send': async ([name]) => {
    const audience = need(values.to, '--to')
    if (!['all', 'model', 'user'].includes(audience)) throw new Problem('--to is all, model or user.', 2)
    if (audience === 'all' && name !== undefined)
      throw new Problem(`--to all has no use for "${name}": it goes to everybody.`, 2)
    const file = readFile(need(values.text, '--text'))
    let texts: unknown
    try {
      texts = JSON.parse(file.bytes.toString('utf8'))
    } catch {
      throw new Problem(`${file.name} is no JSON.`)
    }
    const to = audience === 'all' ? undefined : need(name, `The name of the ${audience}`)
    const data = await call('POST', '/messages', {
      fields: { audience, to, texts, until: values.until, batch: values.batch },
    })
    print(data, null, `Sent (${String(data.id)}) in ${Object.keys(data.texts as Data).join(', ')}`)
  },
  'messages list': async () => {
    const data = await call('GET', '/messages', { fields: paging() })
    if (values.json === true) return print(data, null)
    const rows = (data.items as Data[]).map((item) => ({
      ...item,
      title: lineForTerminal((item.texts as { en: { title: string } }).en.title),
      languages: Object.keys(item.texts as Data).join(' '),
    }))
    print({ ...data, items: rows }, [
      'createdAt',
      'audience',
      'to',
      'title',
      'languages',
      'reads',
      'until',
      'withdrawnAt',
      'id',
    ])
  },
  'messages withdraw': async ([id]) => {
    await call('DELETE', `/messages/${encodeURIComponent(need(id, 'The message’s id'))}`)
    print({}, null, 'The message is taken back; nobody sees it any more.')
  },
  'feedback list': async () => {
    const data = await call('GET', '/feedback', { fields: { ...paging(), state: values.state, user: values.user } })
    if (values.json === true) return print(data, null)
    const rows = (data.items as Data[]).map((item) => ({
      ...item,
      begins: lineForTerminal(String(item.text)).slice(0, 40),
      sn: (item.box as { sn?: string } | null)?.sn,
    }))
    print({ ...data, items: rows }, [
      'updatedAt',
      'state',
      'userName',
      'category',
      'sn',
      'language',
      'replies',
      'attachments',
      'begins',
      'id',
    ])
  },
  'feedback show': async ([id]) => {
    const data = await call('GET', `/feedback/${encodeURIComponent(need(id, 'The feedback’s id'))}`)
    if (values.json === true) return print(data, null)
    const box = data.box as {
      sn: string
      name: string | null
      model: string | null
      softwareVersion: string | null
    } | null
    const lines = [
      `${String(data.category)}, ${String(data.state)}, in ${String(data.language)}`,
      ...(box === null
        ? []
        : [
            `box ${[box.sn, box.model, box.softwareVersion, box.name]
              .filter((part) => part !== null)
              .map((part) => lineForTerminal(part))
              .join(', ')}`,
          ]),
      ...(data.attachments as { id: string; kind: string; name: string; size: number }[]).map(
        (one) => `${one.kind} ${lineForTerminal(one.name)}, ${one.size} bytes (${one.id})`,
      ),
      ...[{ side: 'customer', createdAt: data.createdAt, text: data.text }, ...(data.replies as Data[])].map(
        (one) =>
          `\n${String(one.createdAt)} ${one.side === 'customer' ? lineForTerminal(String(data.userName)) : 'provider'}\n${String(
            one.text,
          )
            .split('\n')
            .map((line) => `  ${lineForTerminal(line)}`)
            .join('\n')}`,
      ),
    ]
    out(`${lines.join('\n')}\n`)
  },
  'feedback answer': async ([id]) => {
    const given = need(values.text, '--text')
    const text = given === '-' ? fs.readFileSync(0, 'utf8') : given
    const data = await call('POST', `/feedback/${encodeURIComponent(need(id, 'The feedback’s id'))}/answer`, {
      fields: { text, batch: values.batch },
    })
    print(
      data,
      null,
      data.mailed === true
        ? 'Answered; the customer is told by mail.'
        : 'Answered. The account has no address for a mail; the customer sees it in the portal.',
    )
  },
  'feedback close': async ([id]) => {
    await call('PUT', `/feedback/${encodeURIComponent(need(id, 'The feedback’s id'))}/close`)
    print({}, null, 'The feedback is closed.')
  },
  'feedback attachment': async ([id]) => {
    const file = need(values.output, '-o FILE')
    const bytes = await download(`/feedback/attachments/${encodeURIComponent(need(id, 'The attachment’s id'))}`, file)
    print({ file, bytes }, null, `${file}: ${bytes} bytes`)
  },
  audit: async () =>
    print(await call('GET', '/audit', { fields: { ...paging(), subject: values.subject } }), [
      'at',
      'actor',
      'action',
      'subject',
      'detail',
    ]),
}

const run = async (): Promise<void> => {
  const [first = '', second = ''] = positionals
  if (values.help === true || first === '' || first === 'help') {
    out(help)
    if (first === '' && values.help !== true) process.exitCode = 2
    return
  }
  const two = commands[`${first} ${second}`]
  const one = commands[first]
  const [command, name, words] =
    two !== undefined ? [two, `${first} ${second}`, positionals.slice(2)] : [one, first, positionals.slice(1)]
  if (command !== undefined) {
    const unused = findUnused(name, words, Object.keys(values))
    if (unused !== null) throw new Problem(unused, 2)
    checkSettings()
    await command(words)
  } else throw new Problem(`There is no command "${positionals.slice(0, 2).join(' ')}". Try --help.`, 2)
}

// Whoever reads only the first lines (head, a pager that is left) has read enough.
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
