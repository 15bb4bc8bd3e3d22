/**
 * The checks before the program opens its database, the least intrusive first: settings (already read), the machine,
 * the database file, then its migrations. A failed check ends the start with a sentence and exit 78.
 */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sampleTexts } from '~/brand/legal.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import {
  StartRefused,
  checkDatabaseFile,
  checkFolders,
  checkOpenFiles,
  checkSecret,
  closeFiles,
  markDatabase,
  releaseReserve,
} from '~/platform/start-checks.server'

type Migrations = {
  applyMigrations: (databaseFile: string, options: { held: boolean }) => string[]
  readStatus: (databaseFile: string) => { missing: string[]; unknown: string[]; failed: string[]; edited: string[] }
  holdDatabase: (databaseFile: string, pid: number) => (() => void) | null
  nameHolder: (databaseFile: string) => string
  editedSentence: (edited: readonly string[]) => string
  requireKnown: (databaseFile: string, found: { unknown: string[]; failed: string[] }) => void
}

/**
 * The migrations have a program of their own, which is not part of the build. It must be next to this build's
 * migrations.
 */
const loadMigrations = async (): Promise<Migrations> =>
  (await import(pathToFileURL(path.resolve('scripts/lib/migrations.mjs')).href)) as Migrations

/** `pid`: the process to stop in order to free the database. */
const lockDatabase = ({ holdDatabase, nameHolder }: Migrations, pid: number): void => {
  if (holdDatabase(env.databaseFile, pid) === null)
    throw new StartRefused(
      `another process${nameHolder(env.databaseFile)}, a running portal or a migration, holds the database ${env.databaseFile}. Stop it first; two never share one file`,
    )
}

const checkMigrations = ({ applyMigrations, readStatus, requireKnown, editedSentence }: Migrations): void => {
  const sayEdited = ({ edited }: { edited: readonly string[] }): void => {
    if (edited.length > 0) log.error({ alert: 'migration-edited', migrations: edited }, editedSentence(edited))
  }
  if (env.appliesMigrations) {
    const applied = applyMigrations(env.databaseFile, { held: true })
    if (applied.length > 0) log.info({ applied }, 'the database was migrated')
    sayEdited(readStatus(env.databaseFile))
    return
  }
  const found = fs.existsSync(env.databaseFile)
    ? readStatus(env.databaseFile)
    : { ...readStatus(env.databaseFile), unknown: [], failed: [] }
  sayEdited(found)
  requireKnown(env.databaseFile, found)
  if (found.missing.length > 0)
    throw new StartRefused(
      `the database ${env.databaseFile} lacks the migrations ${found.missing.join(', ')}. Run: node scripts/migrate.mjs deploy`,
    )
}

const check = async (): Promise<void> => {
  const migrations = await loadMigrations()
  checkOpenFiles(env)
  checkFolders(env)
  releaseReserve(env.databaseFile)
  // The gateway starts the app, and restarts it when it ends, so the gateway is the process to stop.
  lockDatabase(migrations, process.send === undefined ? process.pid : process.ppid)
  checkDatabaseFile(env)
  const samples = env.demo ? [] : sampleTexts()
  if (samples.length > 0)
    throw new StartRefused(`these legal texts are samples; write your own in app/brand/legal: ${samples.join('; ')}`)
  checkMigrations(migrations)
  checkSecret(env)
  markDatabase(env)
  if (!closeFiles(env))
    log.warn({ dataDir: env.dataDir }, 'files of the data folder belong to another user and can be read by others')
}

/** Exits with 78 if the program can't start. Afterwards this process holds the database. */
export const checkStart = async (): Promise<void> => {
  // Files that the process creates from here on are accessible to its owner only.
  process.umask(0o077)
  try {
    await check()
  } catch (error) {
    // The migrations' program has its own class for the same purpose.
    if (!(error instanceof StartRefused) && !(error instanceof Error && error.constructor.name === 'DatabaseRefused'))
      throw error
    process.stderr.write(`Mango Portal can't start: ${error.message}\n`)
    process.exit(78)
  }
}
