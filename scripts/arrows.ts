/**
 * Checks the house's arrows: which room may import which, which module may use which and through which file, that
 * nothing goes in circles, and that no server code reaches the browser. `npx tsx scripts/arrows.ts`; exit 1 on a wrong
 * arrow.
 */
import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

export type WrongArrow = { file: string; line: number; imports: string; why: string }
export type Import = {
  specifier: string
  line: number
  typeOnly: boolean
  names: { local: string; typeOnly: boolean }[]
}

/** A room is the first folder that matches. Order counts. */
const rooms = [
  'app/server',
  'app/routes',
  'app/api',
  'app/web',
  'app/request',
  'app/modules',
  'app/platform',
  'app/engine',
  'app/client',
  'app/ui',
  'app/errors',
  'app/i18n',
  'app/text',
  'app/brand',
  'app/styles',
  'app/generated',
  'engine/host',
  'engine/build',
] as const
type Room = (typeof rooms)[number] | 'app' | 'outside'

/** Who may import whom. The files directly in app/ (root, entries) may import every room. */
const mayImport: Record<Room, readonly Room[]> = {
  'app/server': [
    'app/server',
    'app/api',
    'app/platform',
    'app/web',
    'app/request',
    'app/errors',
    'app/i18n',
    'app/modules',
    'app/brand',
  ],
  'app/routes': [
    'app/routes',
    'app/modules',
    'app/ui',
    'app/i18n',
    'app/web',
    'app/request',
    'app/errors',
    'app/client',
    'app/api',
    'app/brand',
    'app/platform',
    'app/styles',
  ],
  'app/api': ['app/api', 'app/modules', 'app/errors', 'app/platform', 'app/request', 'app/i18n'],
  'app/request': ['app/request', 'app/modules', 'app/i18n', 'app/errors', 'app/platform'],
  'app/web': [
    'app/web',
    'app/request',
    'app/modules',
    'app/i18n',
    'app/errors',
    'app/platform',
    'app/brand',
    'app/text',
  ],
  'app/modules': ['app/modules', 'app/platform', 'app/engine', 'app/errors', 'app/text', 'app/brand'],
  'app/platform': ['app/platform', 'app/generated'],
  'app/engine': ['app/engine', 'engine/host', 'engine/build'],
  'app/client': [
    'app/client',
    'app/ui',
    'app/i18n',
    'app/engine',
    'app/errors',
    'app/modules',
    'app/styles',
    'app/text',
  ],
  'app/ui': ['app/ui', 'app/i18n', 'app/errors', 'app/brand', 'app/styles'],
  'app/errors': ['app/errors'],
  'app/i18n': ['app/i18n', 'app/errors', 'app/text'],
  'app/text': ['app/text'],
  'app/brand': ['app/brand'],
  'app/styles': ['app/styles'],
  'app/generated': ['app/generated'],
  'engine/host': ['engine/host', 'engine/build'],
  'engine/build': [],
  app: [...rooms, 'app'],
  outside: [],
}

/** A type says nothing about what runs: these rooms may name each other's types. */
const mayName: Partial<Record<Room, readonly Room[]>> = {
  'app/modules': ['engine/host'],
  'app/ui': ['app/modules', 'app/engine', 'engine/host'],
  'app/client': ['engine/host'],
  'app/web': ['engine/host'],
  'app/routes': ['engine/host'],
  'app/api': ['engine/host'],
}

/** Pure vocabulary that every room may import. */
const contracts = ['engine/host/types.ts', 'engine/host/contract.ts', 'app/engine/types.ts', 'app/platform/visit.ts']

/** Of the platform, pages may use only what is about HTTP, settings, time and the log; never the database. */
const platformForPages = ['http.server', 'env.server', 'clock.server', 'log.server', 'limits.server']

/** Which module may use which ("reads: uses"). Every module may use audit. */
export const moduleArrows: Record<string, readonly string[]> = {
  captcha: [],
  outbox: [],
  health: ['outbox'],
  draft: [],
  'body-key': [],
  verification: ['captcha', 'outbox'],
  account: ['verification', 'captcha', 'outbox'],
  session: ['account', 'verification', 'captcha'],
  registry: [],
  device: ['registry', 'account'],
  catalogue: [],
  entitlement: ['catalogue', 'device'],
  'channel-list': ['entitlement'],
  'held-upload': ['channel-list'],
  stb: ['device', 'channel-list', 'entitlement', 'registry'],
  attachment: [],
  feedback: ['account', 'attachment', 'device'],
  instruction: ['registry', 'device'],
  message: ['account', 'device'],
  unread: ['message', 'feedback'],
  provider: [],
  audit: [],
}

/** Rooms whose files are in the browser's bundle, apart from their `.server` files. */
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
/** Rooms that know no page. */
const reactless: readonly Room[] = [
  'app/server',
  'app/api',
  'app/modules',
  'app/platform',
  'app/errors',
  'app/text',
  'engine/host',
]
const browserExports = new Set([
  'default',
  'ErrorBoundary',
  'HydrateFallback',
  'Layout',
  'clientAction',
  'clientLoader',
  'handle',
  'links',
  'meta',
  'shouldRevalidate',
])

const isServerFile = (file: string): boolean =>
  /\.server(\.tsx?)?$/.test(file) || file.startsWith('app/server/') || file.startsWith('app/platform/')
const roomOf = (file: string): Room =>
  rooms.find((room) => file.startsWith(`${room}/`)) ?? (file.startsWith('app/') ? 'app' : 'outside')
const moduleOf = (file: string): string | null => /^app\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier)

const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ES2022,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** All imports of a file: import and export declarations and `import()`. */
export const importsOf = (source: ts.SourceFile): Import[] => {
  const found: Import[] = []
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const names: Import['names'] = []
      if (clause?.name !== undefined) names.push({ local: clause.name.text, typeOnly: clause.isTypeOnly })
      const bindings = clause?.namedBindings
      if (bindings !== undefined && ts.isNamespaceImport(bindings))
        names.push({ local: bindings.name.text, typeOnly: clause?.isTypeOnly ?? false })
      if (bindings !== undefined && ts.isNamedImports(bindings))
        for (const one of bindings.elements)
          names.push({ local: one.name.text, typeOnly: one.isTypeOnly || (clause?.isTypeOnly ?? false) })
      const typeOnly =
        clause !== undefined && (clause.isTypeOnly || (names.length > 0 && names.every((name) => name.typeOnly)))
      found.push({ specifier: node.moduleSpecifier.text, line: lineOf(node), typeOnly, names })
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const named =
        node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : []
      found.push({
        specifier: node.moduleSpecifier.text,
        line: lineOf(node),
        typeOnly: node.isTypeOnly || (named.length > 0 && named.every((one) => one.isTypeOnly)),
        names: [],
      })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument !== undefined && ts.isStringLiteral(argument))
        found.push({ specifier: argument.text, line: lineOf(node), typeOnly: false, names: [] })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const listFiles = (root: string, folder: string): string[] =>
  fs.existsSync(path.join(root, folder))
    ? fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
        .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
        .filter((name) => !name.startsWith('app/generated/'))
        .sort()
    : []

/** The project file that a specifier means; null for packages. */
const resolveImport = (root: string, from: string, specifier: string): string | null => {
  const base = specifier.startsWith('~/')
    ? `app/${specifier.slice(2)}`
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : null
  if (base === null) return null
  for (const end of ['', '.ts', '.tsx', '/index.ts', '/index.tsx'])
    if (fs.statSync(path.join(root, base + end), { throwIfNoEntry: false })?.isFile()) return base + end
  return base
}

/**
 * The files of a module that others may import: its public file, what browsers share, what needs no machine, and its
 * seed.
 */
const isPublic = (file: string): boolean => {
  const name = path.posix.basename(file)
  const module = moduleOf(file) ?? ''
  return (
    name === `${module}.server.ts` ||
    /\.(?:schema|states)\.ts$/.test(name) ||
    name === 'types.ts' ||
    name === 'limits.ts' ||
    name === 'rights.ts' ||
    name === 'caller.ts' ||
    name === 'memory.ts' ||
    /\.seed\.server\.ts$/.test(name)
  )
}

/** The first rule that an import breaks, or null. */
const judge = (from: string, to: string | null, one: Import): string | null => {
  const room = roomOf(from)
  if (to === null) {
    if (room === 'engine/host' && !one.typeOnly) return 'the engine’s host needs no package'
    if (browserRooms.includes(room) && !isServerFile(from) && isBuiltin(one.specifier))
      return 'a browser has no node modules'
    if (
      reactless.includes(room) &&
      !(from === 'app/server/main.ts' || from === 'app/server/remix-door.ts' || one.typeOnly) &&
      /^(?:react(?:-dom|-i18next)?(?:\/|$)|@remix-run\/)/.test(one.specifier)
    )
      return `${room} knows no React and no Remix`
    if (/^(?:better-sqlite3|@prisma\/)/.test(one.specifier) && room !== 'app/platform')
      return 'only the platform touches the database'
    if (one.specifier === 'sqlite3') return 'sqlite3 lives in processes of its own (scripts/ops)'
    return null
  }
  const target = roomOf(to)
  if (target === 'outside') return 'the app imports nothing outside its rooms'
  if (contracts.includes(to)) return null
  // What a page's data looks like stands beside the part that shows it; the glue may read it, never render.
  if (room === 'app/web' && target === 'app/ui' && (one.typeOnly || to.endsWith('.ts'))) return null
  if (!mayImport[room].includes(target) && !(one.typeOnly && (mayName[room]?.includes(target) ?? false)))
    return `${room} may not import ${target}`
  if (one.typeOnly) return null
  if (browserRooms.includes(room) && !isServerFile(from) && isServerFile(to))
    return 'a file for browsers may not import server code'
  if (
    room === 'app/client' &&
    target === 'app/modules' &&
    !/\.(?:schema|states)\.ts$|\/types\.ts$|\/limits\.ts$/.test(to)
  )
    return 'browser code may use a module’s schemas, nothing else of it'
  if (
    room === 'app/routes' &&
    target === 'app/platform' &&
    !platformForPages.some((name) => to === `app/platform/${name}.ts`)
  )
    return 'pages reach the machine through modules'
  if (
    (room === 'app/api' || room === 'app/web' || room === 'app/request' || room === 'app/server') &&
    to === 'app/platform/db.server.ts' &&
    from !== 'app/server/main.ts' &&
    from !== 'app/server/front.ts'
  )
    return 'only modules ask the database'
  const own = moduleOf(from)
  const other = moduleOf(to)
  if (other !== null && other !== own && !isPublic(to)) return `${to} is private to its module`
  if (
    own !== null &&
    other !== null &&
    own !== other &&
    other !== 'audit' &&
    !(moduleArrows[own]?.includes(other) ?? false)
  )
    return `module ${own} may not use module ${other}`
  if (room === 'app/routes' && target === 'app/routes' && path.posix.dirname(from) !== path.posix.dirname(to))
    return 'a route imports no other route'
  return null
}

const bindsName = (name: ts.BindingName, text: string): boolean =>
  ts.isIdentifier(name)
    ? name.text === text
    : name.elements.some((one) => ts.isBindingElement(one) && bindsName(one.name, text))
/** True where a parameter or a variable of an enclosing function or block has the same name. */
const isShadowed = (node: ts.Identifier): boolean => {
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((one) => bindsName(one.name, node.text))) return true
    if (
      ts.isBlock(at) &&
      at.statements.some(
        (one) =>
          ts.isVariableStatement(one) &&
          one.declarationList.declarations.some((declaration) => bindsName(declaration.name, node.text)),
      )
    )
      return true
  }
  return false
}

/** Names from `.server` files that a route's browser half reaches: they would be undefined there, without a word. */
const leakedNames = (
  source: ts.SourceFile,
  serverNames: ReadonlyMap<string, Import>,
): { name: string; line: number }[] => {
  const declared = new Map<string, ts.Node>()
  const roots: ts.Node[] = []
  const isExported = (node: ts.Node): boolean =>
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false)
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) {
        if (ts.isIdentifier(one.name)) {
          declared.set(one.name.text, one)
          if (isExported(statement) && browserExports.has(one.name.text)) roots.push(one)
        }
      }
    } else if (ts.isFunctionDeclaration(statement)) {
      if (statement.name !== undefined) declared.set(statement.name.text, statement)
      const isDefault = ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) ?? false
      if (isExported(statement) && (isDefault || browserExports.has(statement.name?.text ?? ''))) roots.push(statement)
    } else if (ts.isExportAssignment(statement)) roots.push(statement.expression)
    else if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const one of statement.exportClause.elements)
        if (browserExports.has(one.name.text)) roots.push(one.propertyName ?? one.name)
    } else if (ts.isExpressionStatement(statement)) roots.push(statement)
  }
  const leaks: { name: string; line: number }[] = []
  const seen = new Set<ts.Node>()
  const walk = (node: ts.Node): void => {
    if (seen.has(node) || ts.isTypeNode(node)) return
    seen.add(node)
    if (
      ts.isIdentifier(node) &&
      !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
      !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
      !(ts.isJsxAttribute(node.parent) && node.parent.name === node) &&
      !(ts.isBindingElement(node.parent) && node.parent.propertyName === node)
    ) {
      if (isShadowed(node)) return
      if (serverNames.has(node.text))
        leaks.push({ name: node.text, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
      const next = declared.get(node.text)
      if (next !== undefined) walk(next)
    }
    ts.forEachChild(node, walk)
  }
  for (const root of roots) walk(root)
  return leaks
}

/** Circles among files, over imports that run. Each circle once, as the files along it. */
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

/** Checks the sources below `root`. */
export const checkSources = (root: string): WrongArrow[] => {
  const wrong: WrongArrow[] = []
  const graph = new Map<string, string[]>()
  for (const file of [...listFiles(root, 'app'), ...listFiles(root, 'engine/host')]) {
    const source = parse(file, fs.readFileSync(path.join(root, file), 'utf8'))
    const imports = importsOf(source)
    const serverNames = new Map<string, Import>()
    const running: string[] = []
    for (const one of imports) {
      const to = resolveImport(root, file, one.specifier)
      const why = judge(file, to, one)
      if (why !== null) wrong.push({ file, line: one.line, imports: one.specifier, why })
      if (to !== null && !one.typeOnly) running.push(to)
      if (to !== null && isServerFile(to))
        for (const name of one.names) if (!name.typeOnly) serverNames.set(name.local, one)
    }
    graph.set(file, running)
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
  return wrong
}

type Metafile = {
  inputs: Record<string, { imports: { path: string }[] }>
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>
}

/** What may never stand in a file that browsers load. */
const serverMarks = [
  /\bfrom\s*["']node:/,
  /\brequire\(["']node:/,
  /better-sqlite3/,
  /PrismaClient/,
  /rate-limiter-flexible/,
  /argon2/,
  /busboy/,
]

/** Checks the built browser bundle below `root`: what went in, and what the files say. */
export const checkBundle = (root: string): WrongArrow[] => {
  const wrong: WrongArrow[] = []
  const meta = JSON.parse(fs.readFileSync(path.join(root, 'build/metafile.js.json'), 'utf8')) as Metafile
  for (const [file, { imports }] of Object.entries(meta.inputs)) {
    const isPage =
      /(?:^|[:/])app\/(?:routes\/|root\.tsx)/.test(file) ||
      /^(?:browser-route-module:)?routes\/|^(?:browser-route-module:)?root\.tsx/.test(file)
    // A page imports server files for its loader; what its browser half reaches is checked in the source.
    for (const one of imports)
      if (one.path.startsWith('empty-module:') && !isPage)
        wrong.push({
          file,
          line: 1,
          imports: one.path.slice('empty-module:'.length),
          why: 'server code was replaced by an empty module',
        })
  }
  for (const [file, { inputs }] of Object.entries(meta.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      if (
        bytesInOutput > 0 &&
        !input.startsWith('empty-module:') &&
        /^app\/.*\.server\.tsx?$|^app\/(?:server|platform|generated)\//.test(input)
      )
        wrong.push({ file, line: 1, imports: input, why: 'server code in the browser bundle' })
    }
  }
  const folder = path.join(root, 'public/build')
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const text = fs.readFileSync(path.join(folder, name), 'utf8')
    for (const mark of serverMarks)
      if (mark.test(text))
        wrong.push({ file: `public/build/${name}`, line: 1, imports: String(mark), why: 'server code in a built file' })
  }
  return wrong
}

const main = (): number => {
  const root = path.resolve(import.meta.dirname, '..')
  const hasBundle = fs.existsSync(path.join(root, 'build/metafile.js.json'))
  const wrong = [...checkSources(root), ...(hasBundle ? checkBundle(root) : [])]
  for (const { file, line, imports, why } of wrong) console.error(`${file}:${line}  ${imports}\n    ${why}`)
  console.log(
    wrong.length === 0
      ? `arrows: all as they should be${hasBundle ? '' : ' (no build to look at)'}`
      : `arrows: ${wrong.length} wrong`,
  )
  return wrong.length === 0 ? 0 : 1
}
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(main())
