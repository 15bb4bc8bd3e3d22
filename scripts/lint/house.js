/** Lint rules of this project: forbidden syntax by selector, and the width of comments. */

const everywhere = {
  'JSXAttribute[name.name="dangerouslySetInnerHTML"]': 'Markup from text is not allowed.',
  'JSXOpeningElement[name.name="form"]:not(:has(JSXAttribute[name.name="noValidate"]))':
    'The portal checks forms, in its own sentences: <form noValidate>.',
  'JSXOpeningElement[name.name=/^(Link|NavLink|Form)$/]:not(:has(JSXAttribute[name.name="discover"][value.value="none"]))':
    'The server refuses /__manifest for several paths (app/server/address.ts): <Link discover="none">.',
  'MemberExpression[object.name="z"][property.name="coerce"]':
    'Coercion reads null, true, an empty text and [] as numbers: wholeNumber of app/text/whole-number.schema.ts.',
  'ExportDefaultDeclaration > Identifier[name=/^_/]': 'Name what you export.',
  'CallExpression[callee.property.name="waitForTimeout"]': 'A test waits for what it sees, not for time.',
  'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(only|todo|fixme|skip|skipIf|runIf)$/]':
    'Every test runs.',
}

const inModules = {
  'CallExpression[callee.property.name="$transaction"] > ArrowFunctionExpression.arguments':
    'A refusal would be committed: transact of app/platform/transact.server.ts rolls it back.',
}

const forbid = (selectors) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(selectors).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
})

/** The formatter breaks code at this width and leaves comments alone. */
const maxWidth = 120
const commentWidth = {
  create: (context) => ({
    Program: () => {
      const { sourceCode } = context
      for (const comment of sourceCode.getAllComments())
        for (let line = comment.loc.start.line; line <= comment.loc.end.line; line++) {
          const text = sourceCode.lines[line - 1] ?? ''
          if (text.length > maxWidth && !/https?:\/\//.test(text))
            context.report({
              loc: { line, column: 0 },
              message: `A comment's line has at most ${maxWidth} characters.`,
            })
        }
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: { syntax: forbid(everywhere), transaction: forbid(inModules), 'comment-width': commentWidth },
}
