/** The checker of arrows finds what it is there for; a checker that can't fail would say nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBundle, checkSources, findCircles } from '../../scripts/arrows'

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

describe('the arrows', () => {
  it('let a house through that keeps them', () => {
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

  it('are wrong where a room, a module or a private file is reached that may not be', () => {
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

  it('are wrong where a page’s browser half reaches server code, also through a function', () => {
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

  it('never go in a circle', () => {
    put('app/i18n/a.ts', `import { b } from './b'\nexport const a = b`)
    put('app/i18n/b.ts', `import { a } from './a'\nexport const b = a`)
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

describe('the browser bundle', () => {
  const bundle = (inputs: object, outputs: object, file: string): void => {
    put('build/metafile.js.json', JSON.stringify({ inputs, outputs }))
    put('public/build/page.js', file)
  }
  it('is wrong with server code in it, or with a hole where server code was', () => {
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
  it('is right without', () => {
    bundle(
      { 'app/ui/card.tsx': { imports: [] } },
      { 'public/build/page.js': { inputs: { 'app/ui/card.tsx': { bytesInOutput: 10 } } } },
      'export{}',
    )
    expect(checkBundle(house)).toEqual([])
  })
})
