/**
 * Small changes of a source, one at a time, found in TypeScript's syntax tree: another operator, an inverted or
 * constant condition, another number, a statement removed, an await dropped, a query without one of its conditions.
 * Pure code: the same text gives the same changes in the same order.
 */
import ts from 'typescript'

export type MutantKind = 'operator' | 'condition' | 'constant' | 'statement' | 'await'
export type Mutant = {
  file: string
  line: number
  kind: MutantKind
  start: number
  end: number
  from: string
  to: string
}

const K = ts.SyntaxKind
/** The replacement for each operator: the one that is most likely to matter. */
const operators: Partial<Record<ts.SyntaxKind, string>> = {
  [K.EqualsEqualsEqualsToken]: '!==',
  [K.ExclamationEqualsEqualsToken]: '===',
  [K.LessThanToken]: '<=',
  [K.LessThanEqualsToken]: '<',
  [K.GreaterThanToken]: '>=',
  [K.GreaterThanEqualsToken]: '>',
  [K.AmpersandAmpersandToken]: '||',
  [K.BarBarToken]: '&&',
  [K.PlusToken]: '-',
  [K.MinusToken]: '+',
  [K.AsteriskToken]: '/',
  [K.SlashToken]: '*',
  [K.PlusEqualsToken]: '-=',
  [K.MinusEqualsToken]: '+=',
}

/** Types, imports and texts for people do not run. */
const isSkipped = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isExportDeclaration(node)

/** The conditions of a query: a property, variable or function whose name begins with `where`. */
const holdsConditions = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && /^where/.test(node.name.getText())

const holdsText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Every change of one source, by position. */
export const findMutants = (file: string, text: string): Mutant[] => {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ES2022,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: Mutant[] = []
  const add = (kind: MutantKind, node: ts.Node, to: string): void => {
    const start = node.getStart(source)
    const from = text.slice(start, node.end)
    if (from !== to)
      found.push({
        file,
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        kind,
        start,
        end: node.end,
        from,
        to,
      })
  }
  const condition = (node: ts.Expression): void => {
    const plain = node.getText(source)
    add('condition', node, `!(${plain})`)
  }
  const visit = (node: ts.Node, ofQuery: boolean): void => {
    if (isSkipped(node)) return
    if (ofQuery && (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)))
      add('condition', node, '...{}')
    if (ts.isBinaryExpression(node)) {
      const to = operators[node.operatorToken.kind]
      const joinsText = node.operatorToken.kind === K.PlusToken && (holdsText(node.left) || holdsText(node.right))
      if (to !== undefined && !joinsText) add('operator', node.operatorToken, to)
    } else if (ts.isIfStatement(node)) {
      condition(node.expression)
      add('condition', node.expression, 'false')
    } else if (ts.isConditionalExpression(node)) condition(node.condition)
    else if (ts.isWhileStatement(node)) add('condition', node.expression, 'false')
    else if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken && !ts.isIfStatement(node.parent))
      add('condition', node, node.operand.getText(source))
    else if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent.parent))
      add('constant', node, String(Number(node.text.replaceAll('_', '')) + 1))
    else if (node.kind === K.TrueKeyword) add('constant', node, 'false')
    else if (node.kind === K.FalseKeyword) add('constant', node, 'true')
    else if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) add('statement', node, ';')
    else if (ts.isAwaitExpression(node)) add('await', node, node.expression.getText(source))
    const isQuery = ofQuery || holdsConditions(node)
    ts.forEachChild(node, (child) => visit(child, isQuery))
  }
  visit(source, false)
  return found.sort((a, b) => a.start - b.start || a.kind.localeCompare(b.kind) || a.to.localeCompare(b.to))
}

export const applyMutant = (text: string, { start, end, to }: Mutant): string =>
  text.slice(0, start) + to + text.slice(end)

/** A random generator from a seed, the same on every machine (mulberry32). */
const dice = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws as many changes as requested, by the seed; a longer draw begins like a shorter one. */
export const drawMutants = (all: readonly Mutant[], seed: number, most: number): Mutant[] => {
  const roll = dice(seed)
  const rest = [...all]
  const drawn: Mutant[] = []
  while (rest.length > 0 && drawn.length < most) drawn.push(...rest.splice(Math.floor(roll() * rest.length), 1))
  return drawn
}
