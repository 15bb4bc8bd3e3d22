/** Tests the dependency checker (npm run arrows) on sources that break its rules and on sources that keep them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBundle, checkSources, circlesOfTables, findCircles, findUnused } from '../../scripts/arrows'
import {
  machineAllowances,
  mayImport,
  mayName,
  moduleArrows,
  roomNames,
  rooms,
  type Room,
} from '../../scripts/arrows/rooms'
import { root } from '../support/paths'

// The tables of rooms in docs/architecture.md.
const short = (room: Room): string => room.replace(/^app\//, '')
const listOf = (all: readonly Room[] | undefined): string => (all ?? []).map(short).join(', ')
const allowed = (room: Room): string => {
  const types = listOf(mayName[room])
  return (
    [listOf(mayImport[room]), types === '' ? '' : `types of ${types}`].filter((text) => text !== '').join('; ') || '–'
  )
}

const pageMarks = { begin: '<!-- rooms: made from scripts/arrows/rooms.ts -->', end: '<!-- /rooms -->' } as const
/** The text between the marks. */
const roomsPage = (): string => `${pageMarks.begin}
| room | what it is for | may import |
|---|---|---|
${roomNames.map((room) => `| \`${room}\` | ${rooms[room]} | ${allowed(room)} |`).join('\n')}

The files directly in \`app/\` (the root, the entries) may import every room. Every module may use audit; beside it:
${Object.entries(moduleArrows)
  .filter(([, all]) => all.length > 0)
  .map(([from, all]) => `${from} → ${all.join(', ')}`)
  .join(' · ')}.

Outside \`app/platform\` the machine (files, processes, network, threads, time, timers, chance) is touched only by:

| where | what | why |
|---|---|---|
${machineAllowances.map(({ at, what, why }) => `| \`${at}\` | ${what.join(', ')} | ${why} |`).join('\n')}
${pageMarks.end}`

let house: string
beforeEach(() => {
  house = mkdtempSync(path.join(os.tmpdir(), 'portal-arrows-'))
})
afterEach(() => rmSync(house, { recursive: true, force: true }))

const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(house, file)), { recursive: true })
  writeFileSync(path.join(house, file), text)
}
const whys = (): string[] => checkSources(house).map((wrong) => `${wrong.file}: ${wrong.why}`)

describe('the dependency rules', () => {
  it('accept a project that keeps them', () => {
    put('app/platform/db.server.ts', `import Database from 'better-sqlite3'\nexport const db = Database`)
    put(
      'app/modules/account/account.server.ts',
      `import { db } from '~/platform/db.server'\nexport const find = () => db`,
    )
    put(
      'app/modules/session/session.server.ts',
      `import { find } from '~/modules/account/account.server'\nexport const s = find`,
    )
    put(
      'app/routes/home.tsx',
      `import { find } from '~/modules/account/account.server'\nimport { Card } from '~/ui/card'\nexport const loader = () => find()\nconst Home = () => Card\nexport default Home`,
    )
    put('app/ui/card.tsx', `import type { Code } from '~/errors/table'\nexport const Card = (code: Code) => code`)
    put('app/errors/table.ts', 'export type Code = string')
    expect(whys()).toEqual([])
  })

  it('report an import of a folder, module or private file that is not allowed', () => {
    put('app/platform/db.server.ts', 'export const db = 1')
    put(
      'app/modules/account/account.server.ts',
      `import { s } from '~/modules/session/session.server'\nexport const find = s`,
    )
    put('app/modules/account/secret.server.ts', 'export const secret = 1')
    put(
      'app/modules/session/session.server.ts',
      `import { secret } from '~/modules/account/secret.server'\nimport { Card } from '~/ui/card'\nimport { json } from '@remix-run/node'\nexport const s = [secret, Card, json]`,
    )
    put('app/ui/card.tsx', `import fs from 'node:fs'\nexport const Card = fs`)
    put('app/routes/home.tsx', `import { db } from '~/platform/db.server'\nexport const loader = () => db`)
    expect(whys()).toEqual([
      'app/modules/account/account.server.ts: module account may not use module session',
      'app/modules/session/session.server.ts: app/modules/account/secret.server.ts is private to its module',
      'app/modules/session/session.server.ts: app/modules may not import app/ui',
      'app/modules/session/session.server.ts: app/modules knows no React and no Remix',
      'app/routes/home.tsx: pages reach the machine through modules',
      'app/ui/card.tsx: a browser has no node modules',
    ])
  })

  it('report server code reached from a page’s browser half, also through a function', () => {
    put('app/modules/account/account.server.ts', 'export const find = 1')
    put(
      'app/routes/a.tsx',
      `import { find } from '~/modules/account/account.server'\nconst show = () => find\nconst Page = () => show()\nexport default Page`,
    )
    put(
      'app/routes/b.tsx',
      `import { type find } from '~/modules/account/account.server'\nconst Page = (data: typeof find) => data\nexport default Page`,
    )
    put(
      'app/routes/c.tsx',
      `import { find } from '~/modules/account/account.server'\nexport const loader = () => find\nconst Page = () => { const { find } = { find: 1 }; return find }\nexport default Page`,
    )
    expect(whys()).toEqual(['app/routes/a.tsx: find is server code used in the page’s browser half'])
  })

  it('report circles', () => {
    put('app/i18n/a.ts', `import { b } from './b'\nexport const a = b`)
    put('app/i18n/b.ts', `import { a } from './a'\nexport const b = a`)
    expect(whys()).toEqual(['app/i18n/a.ts: imports go in a circle'])
    put('app/i18n/b.ts', `import type { A } from './a'\nexport const b: A = 1`)
    expect(whys()).toEqual(['app/i18n/a.ts: imports go in a circle'])
    expect(
      findCircles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toEqual([])
  })
})

describe('the tables of the ledger', () => {
  it('may be read by everybody and written only by the ledger', () => {
    const read = `tx.ledgerHold.count(); db.ledgerAccount.findMany({ where: { id: 'a' } }); sql(\`SELECT "id" FROM "LedgerEntry"\`)`
    const written = [
      `tx.ledgerAccount.update({})`,
      `tx.ledgerAccount.upsert({})`,
      `tx['ledgerEntry'].createMany({})`,
      `tx.ledgerHold.deleteMany({})`,
      `const { ledgerTransfer } = tx`,
      `tx.user.create({ data: { ledgerAccounts: { create: {} } } })`,
      `tx.$executeRaw\`UPDATE "LedgerAccount" SET "balance" = \${1}\``,
      `tx.$executeRaw\`DELETE FROM "LedgerEntry"\``,
      `tx.$executeRawUnsafe('insert into LedgerHold values (1)')`,
    ]
    put('app/modules/order/order.server.ts', [read, ...written].join('\n'))
    put('app/modules/ledger/post.server.ts', [read, ...written].join('\n'))
    expect(checkSources(house).map(({ file, line, why }) => [file, line, why])).toEqual(
      written.map((_, index) => ['app/modules/order/order.server.ts', index + 2, 'only the ledger writes balances']),
    )
  })
})

describe('the browser bundle', () => {
  const bundle = (inputs: object, outputs: object, file: string): void => {
    put('build/metafile.js.json', JSON.stringify({ inputs, outputs }))
    put('public/build/page.js', file)
  }
  it('is rejected with server code in it, or with a hole where server code was', () => {
    bundle(
      {
        'app/ui/card.tsx': { imports: [{ path: 'empty-module:~/modules/a.server' }] },
        'app/routes/home.tsx': { imports: [{ path: 'empty-module:~/modules/a.server' }] },
      },
      {
        'public/build/page.js': {
          inputs: { 'app/platform/log.server.ts': { bytesInOutput: 10 }, 'app/ui/card.tsx': { bytesInOutput: 10 } },
        },
      },
      'import x from"node:fs"',
    )
    expect(checkBundle(house).map((wrong) => wrong.why)).toEqual([
      'server code was replaced by an empty module',
      'server code in the browser bundle',
      'server code in a built file',
    ])
  })
  it('is accepted without server code', () => {
    bundle(
      { 'app/ui/card.tsx': { imports: [] } },
      { 'public/build/page.js': { inputs: { 'app/ui/card.tsx': { bytesInOutput: 10 } } } },
      'export{}',
    )
    expect(checkBundle(house)).toEqual([])
  })
})

describe('access to the machine', () => {
  const touches = (text: string, file = 'app/modules/account/account.server.ts'): string[] => {
    put(file, text)
    return checkSources(house).map((wrong) => wrong.imports)
  }
  it('is for the platform: no other file uses its modules, time, randomness, timers or network', () => {
    for (const [text, name] of [
      [`import fs from 'node:fs'\nexport const a = fs`, 'node:fs'],
      [`import { readFile } from 'fs/promises'\nexport const a = readFile`, 'fs/promises'],
      [`import { spawn } from 'node:child_process'\nexport const a = spawn`, 'node:child_process'],
      [`import net from 'node:net'\nexport const a = net`, 'node:net'],
      [`import { setTimeout as wait } from 'node:timers/promises'\nexport const a = wait`, 'node:timers/promises'],
      [`import { randomUUID as id } from 'node:crypto'\nexport const a = id`, 'node:crypto randomUUID'],
      [`export const a = () => fetch('/x')`, 'fetch'],
      [`export const a = globalThis.fetch`, 'fetch'],
      [`export const a = () => Date.now()`, 'Date.now'],
      [`export const a = [1].map(Date.now)`, 'Date.now'],
      [`export const a = () => new Date()`, 'new Date()'],
      [`export const a = () => new Date`, 'new Date()'],
      [`export const a = () => Date()`, 'Date()'],
      [`export const a = () => Math.random()`, 'Math.random'],
      [`export const a = () => crypto.randomUUID()`, 'crypto.randomUUID'],
      [`export const a = () => performance.now()`, 'performance'],
      [`export const a = () => setTimeout(() => 1, 2)`, 'setTimeout'],
      [`export const a = () => window.setInterval(() => 1, 2)`, 'setInterval'],
      [`export const a = { setImmediate }`, 'setImmediate'],
      [`export const a = process.pid`, 'process'],
    ] as const)
      expect([text, touches(text)]).toEqual([text, [name]])
  })
  it('is not a mere mention, a local name or a computation', () => {
    for (const text of [
      `import type { IncomingMessage } from 'node:http'\nexport type A = IncomingMessage`,
      `import { createHmac } from 'node:crypto'\nimport path from 'node:path'\nexport const a = [createHmac, path]`,
      `export const a = (fetch: () => void) => fetch()`,
      `const performance = { now: () => 1 }\nexport const a = performance.now()`,
      `export const a = new Date(0)`,
      `export const a = (date: Date, socket: { setTimeout(ms: number): void }) => socket.setTimeout(date.getTime())`,
      `export type Timer = ReturnType<typeof setTimeout>`,
    ])
      expect([text, touches(text)]).toEqual([text, []])
  })
  it('may be allowed to a file with a reason, for that use and nothing else', () => {
    expect(touches(`export const a = () => setTimeout(() => 1, 2)`, 'app/server/body.ts')).toEqual([])
    expect(touches(`export const a = () => [setTimeout(() => 1, 2), Math.random()]`, 'app/server/body.ts')).toEqual([
      'Math.random',
    ])
    expect(touches(`export const a = () => fetch('/x')`, 'app/server/headers.ts')).toEqual(['Math.random', 'fetch'])
  })
})

describe('an import', () => {
  it('from one page to another is rejected, flat or in a folder; a page’s own parts, and a second address of it, are allowed', () => {
    put('app/routes/a.tsx', `import { b } from './b'\nexport const loader = () => b`)
    put('app/routes/b.tsx', `export const b = 1`)
    put(
      'app/routes/c.$id/route.tsx',
      `import { part } from './part'\nimport { b } from '../b'\nexport const x = [part, b]`,
    )
    put('app/routes/c.$id/part.tsx', `import type { D } from '../d.$id._index'\nexport const part: D = 1`)
    put('app/routes/d.$id._index.tsx', `export type D = number`)
    put('app/routes/e.tsx', `export { default, b as loader } from './b'`)
    expect(whys()).toEqual([
      'app/routes/a.tsx: a route imports no other route',
      'app/routes/c.$id/part.tsx: a route imports no other route',
      'app/routes/c.$id/route.tsx: a route imports no other route',
    ])
  })
  it('of a type counts between folders and modules, even as import(…)', () => {
    put('app/modules/account/account.server.ts', `export type A = number\nexport const a = 1`)
    put('app/modules/account/secret.server.ts', `export type S = number`)
    put(
      'app/modules/registry/registry.server.ts',
      `import type { A } from '~/modules/account/account.server'\nexport type R = A`,
    )
    put(
      'app/modules/session/session.server.ts',
      `import type { S } from '~/modules/account/secret.server'\nexport type R = S`,
    )
    put('app/modules/stb/stb.server.ts', `export type T = import('~/api/table').T`)
    put('app/api/table.ts', `export type T = number`)
    expect(whys()).toEqual([
      'app/modules/registry/registry.server.ts: module registry may not use module account',
      'app/modules/session/session.server.ts: app/modules/account/secret.server.ts is private to its module',
      'app/modules/stb/stb.server.ts: app/modules may not import app/api',
    ])
  })
  it('counts in files of every kind, with require, and with a computed path', () => {
    put('app/ui/a.mjs', `import '../platform/db.server'`)
    put('app/platform/db.server.ts', 'export const db = 1')
    put('app/text/b.ts', `export const b = require('~/ui/card')`)
    put('app/ui/card.tsx', 'export const Card = 1')
    put('app/text/c.ts', `export const c = (name: string) => import(name)`)
    put('app/text/d.ts', `import '../../scripts/tool.mjs'`)
    put('scripts/tool.mjs', '')
    expect(whys()).toEqual([
      'app/text/b.ts: app/text may not import app/ui',
      'app/text/c.ts: an import that is worked out can’t be checked',
      'app/text/d.ts: the app imports nothing outside its rooms',
      'app/ui/a.mjs: app/ui may not import app/platform',
    ])
  })
})

describe('the rule tables', () => {
  it('hold no unused allowance (npm run arrows checks the project itself)', () => {
    put('app/api/table.ts', `import { a } from '~/modules/account/account.server'\nexport const t = a`)
    put('app/modules/account/account.server.ts', `export const a = 1`)
    const unused = findUnused(house).map(({ imports }) => imports)
    expect(unused).not.toContain('mayImport app/api app/modules')
    expect(unused).toEqual(
      expect.arrayContaining([
        'mayImport app/api app/request',
        'mayName app/ui app/modules',
        'contract app/engine/types.ts',
        'platformForPages clock.server',
        'moduleArrows session account',
        'machine app/client/ network',
        'computedImports app/server/start-checks.ts',
      ]),
    )
  })
  it('ask for a type import if nothing else is imported', () => {
    put('app/api/table.ts', `import type { A } from '~/modules/account/account.server'\nexport type T = A`)
    put('app/modules/account/account.server.ts', `export type A = number`)
    expect(checkSources(house)).toEqual([])
    expect(findUnused(house).map(({ imports }) => imports)).toContain('mayImport app/api app/modules')
  })
  it('have no circles among folders or modules', () => {
    expect(circlesOfTables()).toEqual([])
  })
  it('match docs/architecture.md (else: WRITE_DOCS=1 npx vitest run tests/unit/arrows.test.ts)', () => {
    const file = path.join(root, 'docs/architecture.md')
    const text = readFileSync(file, 'utf8')
    const [begin, end] = [text.indexOf(pageMarks.begin), text.indexOf(pageMarks.end)]
    const made = text.slice(0, begin) + roomsPage() + text.slice(end + pageMarks.end.length)
    if (process.env.WRITE_DOCS === '1') writeFileSync(file, made)
    expect([begin > 0, end > begin, readFileSync(file, 'utf8') === made]).toEqual([true, true, true])
  })
})
