/**
 * The lint rule for long functions: more lines of code than the bound need a reason, in a comment of one line directly
 * above: `// Long because …`. Blank lines and comments don't count. A reason above a function that is short enough is
 * reported too, so that none outlives its function.
 */
const mark = /^\s*Long because\s+(?<reason>.*)$/
/** A reason is a sentence, not a word to get past the rule. */
const reasonCharacters = 20

/** The line where a function begins for its reader: its own, or that of the statement or property that holds it. */
const firstLinesOf = (node) => {
  const lines = new Set([node.loc.start.line])
  for (let at = node.parent; at && at.type !== 'Program' && at.type !== 'BlockStatement'; at = at.parent) {
    lines.add(at.loc.start.line)
    if (/Statement$|Declaration$|^Property|Definition$/.test(at.type) && !at.parent?.type.startsWith('Export')) break
  }
  return lines
}

/** @type {import('eslint').Rule.RuleModule} */
export const functionLength = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer', minimum: 1 } },
        required: ['max'],
        additionalProperties: false,
      },
    ],
    messages: {
      long: 'This function has {{lines}} lines, of at most {{max}}: split it, or write "// Long because …" above it.',
      unused: 'No function below is long: this reason has outlived it.',
      empty: 'Say in a sentence why this function is long.',
    },
  },
  create: (context) => {
    const [{ max }] = context.options
    const { sourceCode } = context
    const reasons = new Map()
    for (const comment of sourceCode.getAllComments()) {
      const reason = mark.exec(comment.value)?.groups?.reason
      if (comment.type === 'Line' && reason !== undefined)
        reasons.set(comment.loc.end.line, { comment, reason: reason.trim(), isUsed: false })
    }
    /** How many lines up to each have code: a token of several lines (a template) counts as all of them. */
    const codeUpTo = new Uint32Array(sourceCode.lines.length + 2)
    for (const { loc } of sourceCode.ast.tokens)
      for (let line = loc.start.line; line <= loc.end.line; line++) codeUpTo[line] = 1
    for (let line = 1; line < codeUpTo.length; line++) codeUpTo[line] += codeUpTo[line - 1]

    const check = (node) => {
      const lines = codeUpTo[node.loc.end.line] - codeUpTo[node.loc.start.line - 1]
      if (lines <= max) return
      const found = [...firstLinesOf(node)].map((line) => reasons.get(line - 1)).find(Boolean)
      if (!found) context.report({ node, loc: sourceCode.getLoc(node).start, messageId: 'long', data: { lines, max } })
      else if (found.reason.length < reasonCharacters) context.report({ node: found.comment, messageId: 'empty' })
      if (found) found.isUsed = true
    }
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
      'Program:exit': () => {
        for (const { comment, isUsed } of reasons.values())
          if (!isUsed) context.report({ node: comment, messageId: 'unused' })
      },
    }
  },
}
