/**
 * What browsers of 2020 (Chromium 80, Safari 13, Firefox 78) make of a style sheet: this one, on an old phone, drops
 * every rule whose selector it does not know, every block that asks for more than it can, and every declaration newer
 * than it.
 */
import postcss, { type AtRule, type Rule } from 'postcss'

export { postcss }

/** Selectors that the floor does not know; one of them in a list makes the whole list unknown. */
export const newSelector =
  /:(?:has|is|where|focus-visible|popover-open|open|modal|user-valid|user-invalid|dir)\b|::(?:file-selector-button|backdrop|marker)|:not\((?:[^()]|\([^()]*\))*,/
/** Rules of the sheet that it does not know. Of @supports it knows the word, not selector(). */
export const newRule = /^(?:layer|container|scope|starting-style|property|nest|position-try|view-transition)$/
/** The shorthands and places that came with direction, and what else the pages would not be in order without. */
export const newProperty =
  /^(?:inset(?:-.+)?|(?:margin|padding)-(?:inline|block)|border-(?:inline|block)|border-(?:start|end)-(?:start|end)-radius|aspect-ratio|appearance|accent-color|translate|rotate|scale|overflow-(?:inline|block)|container(?:-.+)?|animation-(?:timeline|range)|view-timeline|timeline-scope|text-wrap|print-color-adjust|text-size-adjust|overflow-clip-margin|overscroll-behavior-(?:inline|block)|scrollbar-(?:width|gutter)|user-select)$/
export const newValue = /color-mix\(|oklch\(|light-dark\(|\d(?:dvh|svh|lvh|dvw|cqw|cqi)\b|\bclamp\(|\bround\(|env\(/

const holds = (condition: string): boolean | null => {
  const plain = condition.replaceAll(/\s+/g, '')
  if (plain === '(--a:b)' || plain === 'not(inset:0)' || plain === '(not(inset:0))and(not(appearance:none))')
    return true
  return /^\(color:color-mix|^selector\(|^\(animation-timeline/.test(plain) ? false : null
}

/** The sheet as such a browser reads it. Throws at a question that nobody has answered for it here. */
export const asOldBrowser = (css: string): string => {
  const sheet = postcss.parse(css)
  const flexible = new Set<string>()
  // From within, since one that holds gives its place to what it has.
  const rules: AtRule[] = []
  sheet.walkAtRules((rule: AtRule) => {
    rules.unshift(rule)
  })
  for (const rule of rules) {
    if (newRule.test(rule.name)) rule.remove()
    else if (rule.name === 'supports') {
      const answer = holds(rule.params)
      if (answer === null) throw new Error(`does a browser of 2020 have this: ${rule.params}?`)
      if (answer) rule.replaceWith(rule.nodes ?? [])
      else rule.remove()
    } else if (rule.name === 'media' && /\((?:forced-colors|prefers-contrast)|[<>]/.test(rule.params)) rule.remove()
  }
  sheet.walkRules((rule: Rule) => {
    if (newSelector.test(rule.selector)) {
      rule.remove()
      return
    }
    rule.walkDecls('display', (declaration) => {
      if (/^(?:inline-)?flex$/.test(declaration.value)) for (const selector of rule.selectors) flexible.add(selector)
    })
  })
  sheet.walkRules((rule: Rule) => {
    rule.walkDecls((declaration) => {
      const { prop, value } = declaration
      const isGap =
        /^(?:gap|row-gap|column-gap)$/.test(prop) && rule.selectors.some((selector) => flexible.has(selector))
      if (newProperty.test(prop) || newValue.test(value) || isGap) declaration.remove()
    })
  })
  return sheet.toString()
}
