/**
 * Checks tables that only one module may write, although others may read them. A file elsewhere may not call a writing
 * method of their models, access the models under other names (`const { ledgerHold } = tx`), or write them by SQL.
 */
import ts from 'typescript'

export const ownedTables: readonly { at: string; models: RegExp; tables: RegExp; why: string }[] = [
  {
    at: 'app/modules/ledger/',
    models: /^ledger(?:Account|Transfer|Entry|Hold)s?$/,
    tables: /\b(?:INTO|UPDATE|DELETE\s+FROM)\s+"?Ledger\w+/i,
    why: 'only the ledger writes balances',
  },
]
const writes = /^(?:create|update|upsert|delete|connect|set|disconnect)/

export type TableWrite = { line: number; name: string; why: string }

const nameOf = (node: ts.Node): string => (ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : '')
/** The name after a dot, or in brackets. */
const memberOf = (node: ts.Node): string =>
  ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isElementAccessExpression(node)
      ? nameOf(node.argumentExpression)
      : ''

/** The writes of a file to tables that another module owns. */
export const writesOf = (file: string, source: ts.SourceFile): TableWrite[] => {
  const found: TableWrite[] = []
  const others = ownedTables.filter(({ at }) => !file.startsWith(at))
  const visit = (node: ts.Node): void => {
    for (const { models, tables, why } of others) {
      const add = (name: string): void => {
        found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, name, why })
      }
      const member = memberOf(node)
      if (writes.test(member) && 'expression' in node) {
        const model = memberOf(node.expression as ts.Node)
        if (models.test(model)) add(`${model}.${member}`)
      }
      if (ts.isBindingElement(node) && models.test(nameOf(node.propertyName ?? node.name)))
        add(nameOf(node.propertyName ?? node.name))
      // A row of another model, written together with rows of this one.
      if (
        ts.isPropertyAssignment(node) &&
        models.test(nameOf(node.name)) &&
        ts.isObjectLiteralExpression(node.initializer)
      )
        for (const { name } of node.initializer.properties)
          if (name !== undefined && writes.test(nameOf(name))) add(`${nameOf(node.name)}: ${nameOf(name)}`)
      if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && tables.test(node.text))
        add(node.text.trim().slice(0, 40))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
