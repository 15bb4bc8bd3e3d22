/**
 * Finds how a file uses the machine directly: by a module of Node, or by a global name (`Date.now`, `fetch`, a timer).
 * Computing with bytes, paths and digests doesn't count: it gives the same result everywhere.
 */
import ts from 'typescript'
import type { Import } from './imports'
import { isShadowed } from './leaks'
import type { Machine } from './rooms'

export type Touch = { what: Machine; name: string; line: number }

const nodeModules: Readonly<Record<string, Machine>> = {
  fs: 'files',
  'fs/promises': 'files',
  readline: 'files',
  'readline/promises': 'files',
  child_process: 'processes',
  cluster: 'processes',
  process: 'processes',
  repl: 'processes',
  net: 'network',
  tls: 'network',
  http: 'network',
  https: 'network',
  http2: 'network',
  dgram: 'network',
  dns: 'network',
  'dns/promises': 'network',
  worker_threads: 'threads',
  os: 'system',
  v8: 'system',
  vm: 'system',
  inspector: 'system',
  perf_hooks: 'time',
  timers: 'timers',
  'timers/promises': 'timers',
}
/** Only the functions of node:crypto whose result differs each time. */
const chanceOfCrypto = /^(?:random|generateKey|getRandomValues$|webcrypto$)/

const globals: Readonly<Record<string, Machine>> = {
  fetch: 'network',
  WebSocket: 'network',
  EventSource: 'network',
  XMLHttpRequest: 'network',
  performance: 'time',
  setTimeout: 'timers',
  setInterval: 'timers',
  setImmediate: 'timers',
  requestIdleCallback: 'timers',
  process: 'processes',
}
const members: Readonly<Record<string, Machine>> = {
  'Date.now': 'time',
  'Math.random': 'chance',
  'crypto.getRandomValues': 'chance',
  'crypto.randomUUID': 'chance',
}
const wide = new Set(['globalThis', 'window', 'self', 'global'])

const byImport = ({ specifier, typeOnly, names, line }: Import): Touch | null => {
  if (typeOnly) return null
  const name = specifier.replace(/^node:/, '')
  const what = nodeModules[name]
  if (what !== undefined) return { what, name: specifier, line }
  const random = name === 'crypto' ? names.find((one) => !one.typeOnly && chanceOfCrypto.test(one.imported)) : undefined
  return random === undefined ? null : { what: 'chance', name: `${specifier} ${random.imported}`, line }
}

/** All uses in a file. Names that it declares or imports itself are not globals. */
export const touchesOf = (source: ts.SourceFile, imports: readonly Import[]): Touch[] => {
  const found = imports.map(byImport).filter((touch) => touch !== null)
  const own = new Set(imports.flatMap(({ names }) => names.map(({ local }) => local)))
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) if (ts.isIdentifier(one.name)) own.add(one.name.text)
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) own.add(statement.name.text)
  }
  const isGlobal = (node: ts.Identifier): boolean => !own.has(node.text) && !isShadowed(node)
  const add = (node: ts.Node, what: Machine, name: string): void => {
    found.push({ what, name, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
  }
  /** The global that an expression refers to, `window.fetch` as `fetch`; null for everything else. */
  const globalOf = (node: ts.Expression): string | null => {
    if (ts.isIdentifier(node)) return isGlobal(node) ? node.text : null
    if (!ts.isPropertyAccessExpression(node)) return null
    const of = globalOf(node.expression)
    return of === null ? null : wide.has(of) ? node.name.text : `${of}.${node.name.text}`
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isNewExpression(node) && (node.arguments ?? []).length === 0 && globalOf(node.expression) === 'Date')
      add(node, 'time', 'new Date()')
    if (ts.isCallExpression(node) && globalOf(node.expression) === 'Date') add(node, 'time', 'Date()')
    const isName =
      ts.isIdentifier(node) &&
      !(
        (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
        (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
        (ts.isPropertySignature(node.parent) && node.parent.name === node) ||
        (ts.isMethodDeclaration(node.parent) && node.parent.name === node) ||
        (ts.isJsxAttribute(node.parent) && node.parent.name === node) ||
        (ts.isBindingElement(node.parent) && (node.parent.propertyName ?? node.parent.name) === node) ||
        (ts.isParameter(node.parent) && node.parent.name === node)
      )
    if (isName || ts.isPropertyAccessExpression(node)) {
      const name = globalOf(node)
      const what = name === null ? undefined : (members[name] ?? globals[name])
      if (name !== null && what !== undefined) {
        add(node, what, name)
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
