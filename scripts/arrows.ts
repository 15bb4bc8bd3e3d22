/**
 * Checks the rules about imports (arrows/rooms.ts): which room may import which, which module may use which and through
 * which file, which files may use the machine or write the ledger, that there are no circles, and that no server code
 * reaches the browser. An unused exception is an error too. `npx tsx scripts/arrows.ts`; exit 1 on a wrong import.
 */
import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkBundle } from './arrows/bundle'
import { importsOf, listFiles, parse, resolveImport, type Import } from './arrows/imports'
import { leakedNames } from './arrows/leaks'
import { touchesOf, type Touch } from './arrows/machine'
import { writesOf } from './arrows/writers'
import {
  computedImports,
  contracts,
  machineAllowances,
  mayImport,
  mayName,
  moduleArrows,
  platformForPages,
  roomNames,
  type Room,
  type WrongArrow,
} from './arrows/rooms'

export { checkBundle } from './arrows/bundle'
export { moduleArrows } from './arrows/rooms'

/** Rooms whose files are in the browser's bundle, except for their `.server` files. */
const browserRooms: readonly Room[] = [
  'app/client',
  'app/ui',
  'app/i18n',
  'app/text',
  'app/errors',
  'app/engine',
  'app/brand',
  'engine/host',
]
/** Rooms that must not import React or Remix. */
const reactless: readonly Room[] = [
  'app/server',
  'app/api',
  'app/modules',
  'app/platform',
  'app/errors',
  'app/text',
  'engine/host',
]

const isServerFile = (file: string): boolean =>
  /\.server(\.tsx?)?$/.test(file) || file.startsWith('app/server/') || file.startsWith('app/platform/')
const roomOf = (file: string): Room =>
  roomNames.find((room) => file.startsWith(`${room}/`)) ?? (file.startsWith('app/') ? 'app' : 'outside')
const moduleOf = (file: string): string | null => /^app\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
/** A page's file, or its folder: the first part below app/routes. */
const routeOf = (file: string): string | null => /^app\/routes\/([^/]+?)(?:\/|\.[^./]+$)/.exec(file)?.[1] ?? null
const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier)

/**
 * The files of a module that others may import: its public file, files shared with browsers, pure files that need
 * nothing of the machine, and its seed.
 */
const isPublic = (file: string): boolean => {
  const name = path.posix.basename(file)
  const module = moduleOf(file) ?? ''
  return (
    name === `${module}.server.ts` ||
    /\.(?:schema|states)\.ts$/.test(name) ||
    ['types.ts', 'limits.ts', 'rights.ts', 'caller.ts', 'memory.ts', 'loaded.ts', 'setting.ts', 'view.ts'].includes(
      name,
    ) ||
    /\.seed\.server\.ts$/.test(name)
  )
}

/** Notes that an exception was needed. */
type Use = (allowance: string) => void

/** The first rule that an import of a package breaks, or null. */
const checkPackage = (from: string, { specifier, typeOnly }: Import): string | null => {
  const room = roomOf(from)
  if (room === 'engine/host' && !typeOnly) return 'the engine’s host needs no package'
  if (browserRooms.includes(room) && !isServerFile(from) && isBuiltin(specifier)) return 'a browser has no node modules'
  if (
    reactless.includes(room) &&
    !(from === 'app/server/main.ts' || from === 'app/server/remix-handler.ts' || typeOnly) &&
    /^(?:react(?:-dom|-i18next)?(?:\/|$)|@remix-run\/)/.test(specifier)
  )
    return `${room} knows no React and no Remix`
  if (room === 'app/request' && /^react/.test(specifier)) return 'app/request knows no React'
  if (/^(?:better-sqlite3|@prisma\/)/.test(specifier) && room !== 'app/platform')
    return 'only the platform touches the database'
  if (specifier === 'sqlite3') return 'sqlite3 lives in processes of its own (scripts/ops)'
  return null
}

/** Whether a room may import, or use a type from, a file in another room. */
const checkRooms = (from: string, to: string, { typeOnly }: Import, use: Use): string | null => {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (target === 'outside') return 'the app imports nothing outside its rooms'
  if (room === target || room === 'app') return null
  const runs = mayImport[room]?.includes(target) ?? false
  if (runs) {
    // For a type import, the exception for types is enough.
    if (!typeOnly) use(`mayImport ${room} ${target}`)
    return null
  }
  if (typeOnly && (mayName[room]?.includes(target) ?? false)) {
    use(`mayName ${room} ${target}`)
    return null
  }
  const contract = contracts.find((file) => file === to)
  if (contract !== undefined) {
    use(`contract ${contract}`)
    return null
  }
  // The type of a page's data is next to the part that shows it; app/web may use that type, but never render.
  if (room === 'app/web' && target === 'app/ui' && (typeOnly || to.endsWith('.ts'))) return null
  return `${room} may not import ${target}`
}

/** Whether a module may use another one, and through this file. A type import counts as well. */
const checkModules = (from: string, to: string, use: Use): string | null => {
  const [own, other] = [moduleOf(from), moduleOf(to)]
  if (other === null || other === own) return null
  if (!isPublic(to)) return `${to} is private to its module`
  if (own === null || other === 'audit') return null
  use(`moduleArrows ${own} ${other}`)
  return moduleArrows[own]?.includes(other) === true ? null : `module ${own} may not use module ${other}`
}

/** Rules on what runs where, for imports of more than types. */
const checkRunning = (from: string, to: string, use: Use): string | null => {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (browserRooms.includes(room) && !isServerFile(from) && isServerFile(to))
    return 'a file for browsers may not import server code'
  if (
    room === 'app/client' &&
    target === 'app/modules' &&
    !/\.(?:schema|states)\.ts$|\/types\.ts$|\/limits\.ts$/.test(to)
  )
    return 'browser code may use a module’s schemas, nothing else of it'
  if (room === 'app/routes' && target === 'app/platform' && !contracts.some((file) => file === to)) {
    const name = platformForPages.find((one) => to === `app/platform/${one}.ts`)
    if (name === undefined) return 'pages reach the machine through modules'
    use(`platformForPages ${name}`)
  }
  if (
    ['app/api', 'app/web', 'app/request', 'app/server'].includes(room) &&
    to === 'app/platform/db.server.ts' &&
    from !== 'app/server/main.ts' &&
    from !== 'app/server/front.ts'
  )
    return 'only modules ask the database'
  return null
}

/** The first rule that an import breaks, or null. */
const findBrokenRule = (from: string, to: string | null, one: Import, use: Use): string | null => {
  if (one.computed === true) {
    const allowed = computedImports.find(({ at }) => at === from)
    if (allowed === undefined) return 'an import that is worked out can’t be checked'
    use(`computedImports ${allowed.at}`)
    return null
  }
  if (to === null) return checkPackage(from, one)
  const wrong = checkRooms(from, to, one, use) ?? checkModules(from, to, use)
  if (wrong !== null) return wrong
  // A page may have two addresses: the second route exports the first one's page.
  if (
    roomOf(from) === 'app/routes' &&
    roomOf(to) === 'app/routes' &&
    routeOf(from) !== routeOf(to) &&
    one.isSamePage !== true
  )
    return 'a route imports no other route'
  return one.typeOnly ? null : checkRunning(from, to, use)
}

/** The rule that a use of the machine breaks, or null. */
const checkTouch = (file: string, { what, name }: Touch, use: Use): string | null => {
  if (file.startsWith('app/platform/')) return null
  const allowed = machineAllowances.find(
    (one) => (one.at.endsWith('/') ? file.startsWith(one.at) : file === one.at) && one.what.includes(what),
  )
  if (allowed === undefined) return `only app/platform touches the machine (${what}: ${name})`
  use(`machine ${allowed.at} ${what}`)
  return null
}

/** Circles among files: each one once, as the files along it. */
export const findCircles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const circles: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string): void => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      circles.push([...trail.slice(at), file])
      return
    }
    if (done.has(file)) return
    trail.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return circles
}

/** Circles among rooms, or among modules, including type imports. */
export const circlesOfTables = (): string[][] => {
  const named = roomNames.map(
    (room) => [room, [...(mayImport[room] ?? []), ...(mayName[room] ?? [])].filter((to) => to !== room)] as const,
  )
  return [
    ...findCircles(new Map<string, readonly string[]>(named)),
    ...findCircles(new Map(Object.entries(moduleArrows))),
  ]
}

type Survey = { wrong: WrongArrow[]; used: ReadonlySet<string> }
const survey = (root: string): Survey => {
  const wrong: WrongArrow[] = []
  const used = new Set<string>()
  const use = (allowance: string): void => void used.add(allowance)
  const graph = new Map<string, string[]>()
  for (const file of [...listFiles(root, 'app'), ...listFiles(root, 'engine/host')]) {
    const source = parse(file, fs.readFileSync(path.join(root, file), 'utf8'))
    const imports = importsOf(source)
    const serverNames = new Map<string, Import>()
    const next: string[] = []
    for (const one of imports) {
      const to = one.computed === true ? null : resolveImport(root, file, one.specifier)
      const why = findBrokenRule(file, to, one, use)
      if (why !== null) wrong.push({ file, line: one.line, imports: one.specifier, why })
      // The engine's own files may import each other's types.
      if (to !== null && (!one.typeOnly || file.startsWith('app/'))) next.push(to)
      if (to !== null && isServerFile(to))
        for (const name of one.names) if (!name.typeOnly) serverNames.set(name.local, one)
    }
    graph.set(file, next)
    for (const touch of touchesOf(source, imports)) {
      const why = checkTouch(file, touch, use)
      // An import that already broke another rule is reported once.
      const isTold = wrong.some((one) => one.file === file && one.line === touch.line)
      if (why !== null && !isTold) wrong.push({ file, line: touch.line, imports: touch.name, why })
    }
    for (const { line, name, why } of writesOf(file, source)) wrong.push({ file, line, imports: name, why })
    if (file.startsWith('app/routes/') || file === 'app/root.tsx')
      for (const leak of leakedNames(source, serverNames))
        wrong.push({
          file,
          line: leak.line,
          imports: serverNames.get(leak.name)?.specifier ?? '',
          why: `${leak.name} is server code used in the page’s browser half`,
        })
  }
  for (const circle of findCircles(graph))
    wrong.push({ file: circle[0] ?? '', line: 1, imports: circle.slice(1).join(' → '), why: 'imports go in a circle' })
  return { wrong, used }
}

/** Checks the sources below `root`. */
export const checkSources = (root: string): WrongArrow[] => survey(root).wrong

const allowances = (): string[] => [
  ...Object.entries(mayImport).flatMap(([from, all]) => all.map((to) => `mayImport ${from} ${to}`)),
  ...Object.entries(mayName).flatMap(([from, all]) => all.map((to) => `mayName ${from} ${to}`)),
  ...contracts.map((file) => `contract ${file}`),
  ...platformForPages.map((name) => `platformForPages ${name}`),
  ...Object.entries(moduleArrows).flatMap(([from, all]) => all.map((to) => `moduleArrows ${from} ${to}`)),
  ...machineAllowances.flatMap(({ at, what }) => what.map((one) => `machine ${at} ${one}`)),
  ...computedImports.map(({ at }) => `computedImports ${at}`),
]
/** Exceptions that nothing below `root` needs: one day they would let a wrong import through. */
export const findUnused = (root: string): WrongArrow[] => {
  const { used } = survey(root)
  return allowances()
    .filter((one) => !used.has(one))
    .map((one) => ({ file: 'scripts/arrows/rooms.ts', line: 1, imports: one, why: 'nothing needs this allowance' }))
}

const main = (): number => {
  const root = path.resolve(import.meta.dirname, '..')
  const hasBundle = fs.existsSync(path.join(root, 'build/metafile.js.json'))
  const circles = circlesOfTables().map((circle) => ({
    file: 'scripts/arrows/rooms.ts',
    line: 1,
    imports: circle.join(' → '),
    why: 'allowances go in a circle',
  }))
  const wrong = [...checkSources(root), ...findUnused(root), ...circles, ...(hasBundle ? checkBundle(root) : [])]
  for (const { file, line, imports, why } of wrong) console.error(`${file}:${line}  ${imports}\n    ${why}`)
  console.log(
    wrong.length === 0
      ? `arrows: all as they should be${hasBundle ? '' : ' (no build to look at)'}`
      : `arrows: ${wrong.length} wrong`,
  )
  return wrong.length === 0 ? 0 : 1
}
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(main())
