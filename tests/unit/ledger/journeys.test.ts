/** docs/ledger.md describes what the portal does: a module posts each journey of the table. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as ledger from '~/modules/ledger/ledger.server'
import { journeys } from '~/modules/ledger/ledger.server'
import { root } from '../../support/paths'

const folder = path.join(root, 'app')
const program = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated') && name !== 'modules/ledger/entries.ts')
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
/** A file that imports the journey and uses it. */
const isUsed = (name: string): boolean => program.some((text) => text.split(new RegExp(`\\b${name}\\b`)).length > 2)

it('posts each journey of the table, and lists each one that is posted', () => {
  const functions = Object.entries(ledger).flatMap(([name, one]): [string, string][] =>
    typeof one === 'function' && 'kind' in one && 'means' in one ? [[name, String(one.kind)]] : [],
  )
  expect(functions.map(([, kind]) => kind).sort()).toEqual(journeys.map(({ name }) => name).sort())
  expect(functions.filter(([name]) => !isUsed(name)).map(([, kind]) => kind)).toEqual([])
})
