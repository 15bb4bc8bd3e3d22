/**
 * Finds names from `.server` files that a page's browser half reaches: there they would be undefined, without an error.
 */
import ts from 'typescript'
import type { Import } from './imports'

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

const bindsName = (name: ts.BindingName, text: string): boolean =>
  ts.isIdentifier(name)
    ? name.text === text
    : name.elements.some((one) => ts.isBindingElement(one) && bindsName(one.name, text))
/** True if a parameter or a variable of an enclosing function or block has the same name. */
export const isShadowed = (node: ts.Identifier): boolean => {
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

/** Names from `.server` files that a route's browser half reaches: there they would be undefined, without an error. */
export const leakedNames = (
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
