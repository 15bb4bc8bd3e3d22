/**
 * `@apply hidden-visually` in a style sheet: text for screen readers that takes no space on the page. Where it stands
 * in a media query, only screens of that width hide the text.
 */
const hidden = {
  position: 'absolute',
  'inline-size': '1px',
  'block-size': '1px',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
}

export const hiddenVisually = () => ({
  postcssPlugin: 'hidden-visually',
  Once(root, { Declaration }) {
    root.walkAtRules('apply', (rule) => {
      if (rule.params !== 'hidden-visually') throw rule.error('only hidden-visually can be applied')
      rule.replaceWith(Object.entries(hidden).map(([prop, value]) => new Declaration({ prop, value })))
    })
  },
})
hiddenVisually.postcss = true
