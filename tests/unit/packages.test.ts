/**
 * Packages and imports agree: imports are declared, declared packages are used, and serving needs no development
 * package.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../support/paths'

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Packages used without an import of ours, each with its user. */
const usedOtherwise: Readonly<Record<string, string>> = {
  '@prisma/client': 'the generated client',
  '@types/better-sqlite3': 'types of better-sqlite3',
  '@types/busboy': 'types of busboy',
  '@types/node': 'types of Node',
  '@types/nodemailer': 'types of nodemailer',
  '@types/react': 'types of React',
  '@types/react-dom': 'types of React',
  '@types/smtp-server': 'types of smtp-server',
  '@remix-run/dev': 'its command builds the portal',
  assemblyscript: 'engine/build.mjs runs its compiler',
  oxfmt: 'its command',
  oxlint: 'its command',
  'oxlint-tsgolint': 'oxlint asks it for types',
  playwright: 'its command',
  prisma: 'its command generates the client',
  vite: 'vitest runs on it',
}

const source = /\.(?:[cm]?[jt]s|tsx)$/
const folders = ['app', 'engine/host', 'scripts', 'tests', 'prisma']
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ),
  ...readdirSync(path.join(root, 'engine')).map((name) => path.join('engine', name)),
  ...readdirSync(root),
].filter((name) => source.test(name) && !name.startsWith('app/generated'))

/** The package of a specifier; null for our own files and Node's built-ins. */
const packageOf = (specifier: string): string | null => {
  if (/^[./~]|^node:|^virtual:/.test(specifier) || builtinModules.includes(specifier)) return null
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Packages by the files that import them, including type imports. */
const importers = new Map<string, string[]>()
for (const file of files)
  for (const { fileName } of ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true).importedFiles) {
    const name = packageOf(fileName)
    if (name !== null) importers.set(name, [...(importers.get(name) ?? []), file])
  }

/** What runs without development packages: the app, its build, its start and its maintenance. */
const serves = (file: string): boolean =>
  (/^(?:app|engine)\//.test(file) && !/\.test\./.test(file)) ||
  /^scripts\/(?:lib|ops)\/|^scripts\/(?:start|build|serve|run|migrate|merge-chunks)\.mjs$|^remix\.config\.js$/.test(
    file,
  )

it('imports only declared packages', () => {
  expect(importers.size).toBeGreaterThan(30)
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }
  expect([...importers].filter(([name]) => !Object.hasOwn(declared, name))).toEqual([])
})

it('declares only packages that are used', () => {
  const unused = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (name) => !importers.has(name) && !Object.hasOwn(usedOtherwise, name),
  )
  expect(unused).toEqual([])
})

it('lists no other use of a package that is no longer declared', () => {
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }
  expect(Object.keys(usedOtherwise).filter((name) => !Object.hasOwn(declared, name))).toEqual([])
})

it('serves, builds and starts without development packages', () => {
  const needed = [...importers].flatMap(([name, by]) =>
    Object.hasOwn(manifest.devDependencies, name) ? by.filter(serves).map((file) => `${file}: ${name}`) : [],
  )
  expect(needed).toEqual([])
})

it('pins exact versions', () => {
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version, name).toMatch(/^(?:npm:(?:@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/)
})
