/**
 * Migrates the database with the standard prisma/migrations folder and its table. lib/migrations.mjs applies
 * migrations; the WebAssembly schema engine compares them with the schema, because the usual binary can't be downloaded
 * everywhere.
 *
 *   node scripts/migrate.mjs deploy          apply what is missing, each migration whole or not at all
 *   node scripts/migrate.mjs status          say what is missing; exit 1 if something is
 *   node scripts/migrate.mjs create NAME     write the migration that the schema needs
 *   node scripts/migrate.mjs check           exit 1 if the schema and the migrations differ
 *
 * The database is DATABASE_FILE, else DATA_DIR/portal.db, else data/portal.db.
 */
import './lib/runtime.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { databaseFile } from './lib/data.mjs'
import {
  DatabaseRefused,
  appliedSentence,
  applyMigrations,
  editedSentence,
  migrationsDir,
  readMigrations,
  readStatus,
} from './lib/migrations.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const schemaFile = path.join(root, 'prisma/schema.prisma')
const lockContent = 'provider = "sqlite"\n'
const filters = { externalTables: [], externalEnums: [] }

let loaded
/** The schema engine, instantiated once per process. */
const loadEngine = async () => {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url)
    const file = path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm')
    const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), { './schema_engine_bg.js': bindings })
    bindings.__wbg_set_wasm(instance.exports)
    instance.exports.__wbindgen_start()
    return bindings.SchemaEngine
  })()
  return loaded
}

/** The engine sends a whole migration file through executeRaw; better-sqlite3 prepares one statement at a time. */
const manyStatements = (adapter) => {
  const one = adapter.executeRaw.bind(adapter)
  adapter.executeRaw = async (query) => {
    if (query.args.length > 0) return one(query)
    await adapter.executeScript(query.sql)
    return 0
  }
  return adapter
}

const openEngine = async (databaseFile) => {
  const SchemaEngine = await loadEngine()
  const base = new PrismaBetterSqlite3({ url: `file:${databaseFile}` })
  const opened = []
  const keep = async (adapter) => {
    opened.push(adapter)
    return manyStatements(adapter)
  }
  const factory = {
    provider: base.provider,
    adapterName: base.adapterName,
    connect: async () => keep(await base.connect()),
    connectToShadowDb: async () => keep(await base.connectToShadowDb()),
  }
  const schema = fs.readFileSync(schemaFile, 'utf8')
  const engine = await SchemaEngine.new(
    { datamodels: [[schemaFile, schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  )
  return { engine, schema, close: () => Promise.all(opened.map((adapter) => adapter.dispose())) }
}

const listMigrations = () => ({
  baseDir: migrationsDir,
  lockfile: { path: 'migration_lock.toml', content: lockContent },
  shadowDbInitScript: '',
  migrationDirectories: readMigrations().map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
  })),
})

/**
 * Applies missing migrations to a database file; returns their names. Creates the file and its folder if they don't
 * exist.
 */
export const deploy = async (databaseFile, options = {}) => applyMigrations(databaseFile, options)

/** What a database lacks: migrations not applied, applied ones that were edited or removed, and failed ones. */
export const status = async (databaseFile) => readStatus(databaseFile)

/** The SQL that turns the migrations' result into the schema; null if they agree. */
export const difference = async () => {
  const scratch = path.join(root, '.cache', `shadow-${process.pid}.db`)
  fs.mkdirSync(path.dirname(scratch), { recursive: true })
  const { engine, schema, close } = await openEngine(scratch)
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...listMigrations() },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content: schema }] },
      script: true,
      exitCode: null,
      filters,
    })
    return /empty migration/.test(stdout) ? null : stdout
  } finally {
    await close()
    for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(scratch + end, { force: true })
  }
}

const create = async (name) => {
  const sql = await difference()
  if (sql === null) return null
  const id = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
  fs.mkdirSync(path.join(migrationsDir, id), { recursive: true })
  fs.writeFileSync(path.join(migrationsDir, id, 'migration.sql'), sql)
  fs.writeFileSync(path.join(migrationsDir, 'migration_lock.toml'), lockContent)
  return id
}

const sayEdited = ({ edited }) => {
  if (edited.length > 0) console.error(`migrate: ${editedSentence(edited)}`)
}

const main = async ([command = 'deploy', name, ...rest]) => {
  if (rest.length > 0 || (name !== undefined && command !== 'create'))
    throw new Error(`${command} takes no ${rest[0] ?? name}`)
  // The files created here contain personal data.
  process.umask(0o077)
  fs.mkdirSync(migrationsDir, { recursive: true })
  const file = databaseFile()
  if (command === 'create') {
    if (!/^[a-z0-9_]+$/.test(name ?? '')) throw new Error('create needs a name of small letters, digits and _')
    const id = await create(name)
    console.log(id === null ? 'schema and migrations agree: nothing to create' : `created prisma/migrations/${id}`)
    return 0
  }
  if (command === 'check') {
    const sql = await difference()
    console.log(sql === null ? 'schema and migrations agree' : `the schema has changes without a migration:\n${sql}`)
    return sql === null ? 0 : 1
  }
  if (command === 'status') {
    const found = await status(file)
    const clean = Object.values(found).every((list) => list.length === 0)
    console.log(clean ? 'up to date' : JSON.stringify(found, null, 2))
    sayEdited(found)
    return clean ? 0 : 1
  }
  if (command === 'deploy') {
    const applied = await deploy(file)
    sayEdited(readStatus(file))
    console.log(applied.length === 0 ? 'database is up to date' : appliedSentence(applied))
    return 0
  }
  throw new Error(`unknown command ${command}: deploy, status, create NAME, check`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error) => {
      console.error(`migrate: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(error instanceof DatabaseRefused ? 78 : 2)
    },
  )
}
