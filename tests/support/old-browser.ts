/**
 * How browsers of 2020 (Chromium 80, Safari 13, Firefox 78) and one old phone read a style sheet: this code drops every
 * rule whose selector they do not know, every block that asks for more than they support, and every newer declaration.
 */
import postcss, { type AtRule, type Rule } from 'postcss'

export { postcss }

/** Selectors unknown to those browsers; one of them invalidates the whole list that contains it. */
export const newSelector =
  /:(?:has|is|where|focus-visible|popover-open|open|modal|user-valid|user-invalid|dir)\b|::(?:file-selector-button|backdrop|marker)|:not\((?:[^()]|\([^()]*\))*,/
/** At-rules unknown to them. They know @supports, but not selector(). */
export const newRule = /^(?:layer|container|scope|starting-style|property|nest|position-try|view-transition)$/
/** Shorthands and offsets for writing directions, and other properties that the layout depends on. */
export const newProperty =
  /^(?:inset(?:-.+)?|(?:margin|padding)-(?:inline|block)|border-(?:inline|block)|border-(?:start|end)-(?:start|end)-radius|aspect-ratio|appearance|accent-color|translate|rotate|scale|overflow-(?:inline|block)|container(?:-.+)?|animation-(?:timeline|range)|view-timeline|timeline-scope|text-wrap|print-color-adjust|text-size-adjust|overflow-clip-margin|overscroll-behavior-(?:inline|block)|scrollbar-(?:width|gutter)|user-select)$/
export const newValue = /color-mix\(|oklch\(|light-dark\(|\d(?:dvh|svh|lvh|dvw|cqw|cqi)\b|\bclamp\(|\bround\(|env\(/

const holds = (condition: string): boolean | null => {
  const plain = condition.replaceAll(/\s+/g, '')
  if (plain === '(--a:b)' || plain === 'not(inset:0)' || plain === '(not(inset:0))and(not(appearance:none))')
    return true
  return /^\(color:color-mix|^selector\(|^\(animation-timeline/.test(plain) ? false : null
}

/** The sheet as such a browser reads it. Throws for a condition that it can't evaluate. */
export const asOldBrowser = (css: string): string => {
  const sheet = postcss.parse(css)
  const flexible = new Set<string>()
  // From the inside out, because a container is replaced by its contents.
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

/**
 * Removes from a page what browsers added after those that the root's check lets run (Chromium 98, Firefox 104, Safari
 * 15.4), and what unencrypted pages lack. It runs in the page, before its scripts.
 */
export const takeNewerFunctions = (): void => {
  const newer: [unknown, string[]][] = [
    [AbortSignal, ['timeout', 'any']],
    [AbortSignal.prototype, ['throwIfAborted']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [Object.getPrototypeOf(Int8Array.prototype), ['toReversed', 'toSorted', 'with']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['setFromBase64', 'setFromHex', 'toBase64', 'toHex']],
    [ArrayBuffer.prototype, ['resize', 'transfer', 'transferToFixedLength']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
    ],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [RegExp, ['escape']],
    [
      Set.prototype,
      ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
    ],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [Intl, ['DurationFormat', 'Segmenter', 'supportedValuesOf']],
    [Response, ['json']],
    [Response.prototype, ['bytes']],
    [Blob.prototype, ['bytes']],
    [Crypto.prototype, ['randomUUID']],
    [Document.prototype, ['startViewTransition']],
    [Element.prototype, ['checkVisibility', 'getHTML', 'moveBefore', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['hidePopover', 'popover', 'showPopover', 'togglePopover']],
    [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
    [HTMLInputElement.prototype, ['showPicker']],
    [window, ['navigation', 'requestIdleCallback', 'scheduler']],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner as object, name)
}
