/**
 * Runs prisma/checks on every database that a test has used: at the end of each test file (setup.ts), whenever a test
 * server ends (server.ts), and after every browser test (browser.ts). A forbidden row fails the file or the test, with
 * the check's name and the rows.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { root } from './paths'

const folder = path.join(root, 'prisma/checks')
let known: { name: string; sql: string }[] | undefined
const checks = () =>
  (known ??= readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(path.join(folder, name), 'utf8') })))

/** Used as the check's name if the file can't be read. */
const unreadable = 'unreadable'
const allowed = new Map<string, { why: string; isMet: boolean }>()
/**
 * For a test file that makes forbidden rows on purpose: its databases may break this check (`unreadable`: need not be
 * sound). If none of them breaks it, the file fails, or it would hide later faults.
 */
export const mayBreak = (check: string, why: string): void => {
  if (check !== unreadable && !checks().some(({ name }) => name === check)) throw new Error(`no check ${check}`)
  allowed.set(check, { why, isMet: false })
}
/** Allowed violations that this process never met. */
export const findUnmet = (): string[] => [...allowed].filter(([, { isMet }]) => !isMet).map(([name]) => name)

const shownRows = 5
const ask = (database: Database.Database): string[] =>
  checks().flatMap(({ name, sql }) => {
    // Amounts of money do not fit into a number.
    const rows = database.prepare(sql).safeIntegers().all()
    if (rows.length === 0) return []
    const shown = rows
      .slice(0, shownRows)
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    return [`${name}: ${rows.length} rows that may never be: ${shown.join(' ')}`]
  })

const open = (file: string): string[] => {
  let database: Database.Database | undefined
  try {
    database = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
    return ask(database)
  } catch (error) {
    return [`${unreadable}: ${String(error)}`]
  } finally {
    database?.close()
  }
}

const forgive = (found: readonly string[]): string[] =>
  found.filter((one) => {
    const pardon = allowed.get(one.slice(0, one.indexOf(':')))
    if (pardon !== undefined) pardon.isMet = true
    return pardon === undefined
  })

/** Checks a database that a process has open; its writers go on in the meantime. */
export const askOpenDatabase = (file: string): string[] => forgive(open(file))

/** Checks a copy of a database whose process has ended or was killed: the test may look at its leftover files next. */
export const askLeftDatabase = (file: string): string[] => {
  if (!existsSync(file)) return []
  const place = mkdtempSync(path.join(os.tmpdir(), 'portal-asked-'))
  try {
    const copy = path.join(place, 'portal.db')
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
    // Opened for writing once, so that the WAL left by a kill is merged into the file.
    new Database(copy).close()
    return forgive(open(copy))
  } catch (error) {
    return forgive([`${unreadable}: ${String(error)}`])
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Records a database's current state, so that an unchanged one need not be checked again. */
export const markOf = (file: string): string =>
  ['', '-wal']
    .map((end) => statSync(file + end, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '-' : `${found.size} ${found.mtimeMs}`))
    .join()
