/** The project's sources and their imports. */
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export type Import = {
  specifier: string
  line: number
  typeOnly: boolean
  /** `imported`: the name in the other file; `local`: the name in this one. */
  names: { imported: string; local: string; typeOnly: boolean }[]
  /** It exports another file's page as its own. */
  isSamePage?: true
  /** An `import()` whose file is computed at run time, so that it can't be checked. */
  computed?: true
}

export const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ES2022,
    true,
    /x$/.test(file) ? ts.ScriptKind.TSX : /js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS,
  )

/** All imports of a file: import and export declarations, `import()`, `require()`, and types by `import('…')`. */
export const importsOf = (source: ts.SourceFile): Import[] => {
  const found: Import[] = []
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const names: Import['names'] = []
      if (clause?.name !== undefined)
        names.push({ imported: 'default', local: clause.name.text, typeOnly: clause.isTypeOnly })
      const bindings = clause?.namedBindings
      if (bindings !== undefined && ts.isNamespaceImport(bindings))
        names.push({ imported: '*', local: bindings.name.text, typeOnly: clause?.isTypeOnly ?? false })
      if (bindings !== undefined && ts.isNamedImports(bindings))
        for (const one of bindings.elements)
          names.push({
            imported: (one.propertyName ?? one.name).text,
            local: one.name.text,
            typeOnly: one.isTypeOnly || (clause?.isTypeOnly ?? false),
          })
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
        ...(named.some((one) => (one.propertyName ?? one.name).text === 'default') ? { isSamePage: true } : {}),
      })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument !== undefined && ts.isStringLiteralLike(argument))
        found.push({ specifier: argument.text, line: lineOf(node), typeOnly: false, names: [] })
      else
        found.push({
          specifier: argument?.getText() ?? '',
          line: lineOf(node),
          typeOnly: false,
          names: [],
          computed: true,
        })
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ specifier: node.argument.literal.text, line: lineOf(node), typeOnly: true, names: [] })
    } else if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'require' &&
      node.arguments[0] !== undefined &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      found.push({ specifier: node.arguments[0].text, line: lineOf(node), typeOnly: false, names: [] })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

export const listFiles = (root: string, folder: string): string[] =>
  fs.existsSync(path.join(root, folder))
    ? fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:m?tsx?|[cm]?jsx?)$/.test(name) && !name.endsWith('.d.ts'))
        .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
        .filter((name) => !name.startsWith('app/generated/'))
        .sort()
    : []

/** The project file that a specifier refers to; null for packages. */
export const resolveImport = (root: string, from: string, specifier: string): string | null => {
  const base = specifier.startsWith('~/')
    ? `app/${specifier.slice(2)}`
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : null
  if (base === null) return null
  for (const end of ['', '.ts', '.tsx', '.mts', '.mjs', '.js', '/index.ts', '/index.tsx'])
    if (fs.statSync(path.join(root, base + end), { throwIfNoEntry: false })?.isFile()) return base + end
  return base
}
