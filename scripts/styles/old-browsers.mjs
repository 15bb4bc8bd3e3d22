/**
 * Rewrites every style sheet so that browsers of 2020 (Chromium 80, Safari 13, Firefox 78) show the design. Cascade
 * layers become specificity. Selector lists are split if one of their selectors is newer than those browsers. Missing
 * features get a fallback in a block that newer browsers skip, so that they apply exactly what was written. Even older
 * browsers get none of it. Files are processed one by one, before they are joined; every file names its layers, whose
 * order is defined here.
 */

import { list } from 'postcss'

/**
 * The strength of each layer, in the order that app/styles/tokens.css declares; values and bare elements never compete,
 * and need no weight.
 */
export const layers = { tokens: 0, base: 0, layout: 1, components: 2 }
/** No element has this id, and one of these outweighs any number of classes. */
const weight = ':not(#\\#)'

/** The index after the bracket that closes the one before `from`. */
const closing = (text, from) => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** The index of a function that is not inside :has(), or -1. */
const outsideHas = (selector, name, accept = () => true) => {
  for (let at = selector.indexOf(name); at >= 0; at = selector.indexOf(name, at + 1)) {
    const has = selector.lastIndexOf(':has(', at)
    if (has >= 0 && closing(selector, has + 5) > at) continue
    if (accept(selector.slice(at + name.length, closing(selector, at + name.length)))) return at
  }
  return -1
}

/** Writes out `:is(a, b)`, and `:not(a, b)` as `:not(a):not(b)`: both lists are newer than those browsers. */
export const expand = (selector) => {
  const is = outsideHas(selector, ':is(')
  if (is >= 0) {
    const end = closing(selector, is + 4)
    return list
      .comma(selector.slice(is + 4, end))
      .flatMap((one) => expand(selector.slice(0, is) + one + selector.slice(end + 1)))
  }
  const not = outsideHas(selector, ':not(', (inside) => list.comma(inside).length > 1 && !inside.includes(':has('))
  if (not < 0) return [selector]
  const end = closing(selector, not + 5)
  return expand(
    selector.slice(0, not) +
      list
        .comma(selector.slice(not + 5, end))
        .map((one) => `:not(${one})`)
        .join('') +
      selector.slice(end + 1),
  )
}

const newer =
  /:(?:has|focus-visible|popover-open|open|modal|user-valid|user-invalid|where)\b|::(?:-|file-selector-button|backdrop|marker)/

const weighted = (selector, rank) => {
  const mark = weight.repeat(rank)
  const pseudo = selector.lastIndexOf('::')
  return pseudo < 0 || /[\s>+~)]/.test(selector.slice(pseudo))
    ? selector + mark
    : selector.slice(0, pseudo) + mark + selector.slice(pseudo)
}

const rankOf = (node) => {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'atrule' && at.name === 'layer') return layers[at.params.trim()] ?? -1
  return 0
}

const isFrame = (node) => {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'atrule' && /keyframes$/.test(at.name)) return true
  return false
}

/** One value for start and end, or one for each. */
const pair = (value) => {
  const [start, end = start] = list.space(value)
  return [start, end]
}

/** A box's offsets by physical side; `inline` ones are swapped with the reading direction. */
const placesOf = (rule) => {
  const block = {}
  const inline = {}
  const both = {}
  rule.each((decl) => {
    if (decl.type !== 'decl') return
    if (decl.prop === 'inset') {
      const [top, right = top, bottom = top, left = right] = list.space(decl.value)
      Object.assign(block, { top, bottom })
      if (right === left) Object.assign(both, { left, right })
      else Object.assign(inline, { start: left, end: right })
    }
    if (decl.prop === 'inset-block') [block.top, block.bottom] = pair(decl.value)
    if (decl.prop === 'inset-block-start') block.top = decl.value
    if (decl.prop === 'inset-block-end') block.bottom = decl.value
    if (decl.prop === 'inset-inline') {
      const [start, end] = pair(decl.value)
      if (start === end) Object.assign(both, { left: start, right: start })
      else Object.assign(inline, { start, end })
    }
    if (decl.prop === 'inset-inline-start') inline.start = decl.value
    if (decl.prop === 'inset-inline-end') inline.end = decl.value
  })
  return { block, inline, both }
}

const noInset = 'not (inset: 0)'
/**
 * Chromium supports gaps in flexible boxes since 84, like `appearance`; Safari since 14.1, like `inset`; Firefox since
 * 63.
 */
const noFlexGap = '(not (inset: 0)) and (not (appearance: none))'
const mixable = '(color: color-mix(in srgb, red, red))'

/** The main colour of a mixture, ignoring transparency. */
export const mainColour = (value) =>
  value.replaceAll(
    /color-mix\(in srgb, (var\([\w-]+\)|[\w#]+) (\d+)%, (var\([\w-]+\)|[\w#]+)\)/g,
    (_, first, share, second) => (second === 'transparent' || Number(share) >= 50 ? first : second),
  )

/**
 * Browsers without custom properties (apart from text browsers: NetSurf, Dillo) would keep positions and lose colours
 * and distances: overlapping texts, light on white. Such a browser gets the plain page in document order instead.
 */
const styled = '(--a: b)'

const declarations = (Declaration, values) =>
  Object.entries(values).map(([prop, value]) => new Declaration({ prop, value }))

export const oldBrowsers = () => ({
  postcssPlugin: 'old-browsers',
  Once(root, { Rule, AtRule, Declaration }) {
    // Layers become specificity.
    root.walkRules((rule) => {
      if (isFrame(rule)) return
      const rank = rankOf(rule)
      if (rank < 0) throw rule.error('this layer has no place in the order of layers')
      rule.selectors = list
        .comma(rule.selector)
        .flatMap(expand)
        .map((selector) => weighted(selector, rank))
    })
    root.walkAtRules('layer', (layer) => {
      if (layer.nodes) layer.replaceWith(layer.nodes)
      else layer.remove()
    })

    // A selector that is newer than those browsers gets its own rule: an old browser drops the whole list that contains
    // it.
    root.walkRules((rule) => {
      if (isFrame(rule) || rule.selectors.length === 1 || !rule.selectors.some((one) => newer.test(one))) return
      const plain = rule.selectors.filter((one) => !newer.test(one))
      for (const one of rule.selectors.filter((selector) => newer.test(selector))) rule.cloneAfter({ selectors: [one] })
      if (plain.length > 0) rule.selectors = plain
      else rule.remove()
    })

    // The button of a file field had another name.
    root.walkRules(/::file-selector-button/, (rule) => {
      rule.cloneBefore({
        selectors: rule.selectors.map((one) => one.replace('::file-selector-button', '::-webkit-file-upload-button')),
      })
    })

    const flexible = new Map()
    root.walkRules((rule) => {
      for (const selector of rule.selectors) {
        const known = flexible.get(selector) ?? { flex: false, column: false, wrap: false }
        rule.each((decl) => {
          if (decl.type !== 'decl') return
          if (decl.prop === 'display' && /^(?:inline-)?flex$/.test(decl.value)) known.flex = true
          if (decl.prop === 'flex-direction' && decl.value.startsWith('column')) known.column = true
          if (decl.prop === 'flex-wrap' && decl.value !== 'nowrap') known.wrap = true
        })
        flexible.set(selector, known)
      }
    })

    const behind = (rule, params, rules) => {
      const block = new AtRule({ name: 'supports', params })
      block.append(rules)
      rule.after(block)
    }

    const all = []
    root.walkRules((rule) => {
      if (!isFrame(rule)) all.push(rule)
    })
    for (const rule of all) {
      // Shorthands for two logical sides are newer than their halves.
      rule.each((decl) => {
        if (decl.type !== 'decl') return
        const sides = /^(margin|padding)-(inline|block)$/.exec(decl.prop)
        if (sides) {
          const [start, end] = pair(decl.value)
          decl.replaceWith(
            decl.clone({ prop: `${decl.prop}-start`, value: start }),
            decl.clone({ prop: `${decl.prop}-end`, value: end }),
          )
        }
        if (decl.prop === 'appearance')
          decl.before([decl.clone({ prop: '-webkit-appearance' }), decl.clone({ prop: '-moz-appearance' })])
        if (decl.prop === 'user-select') decl.before(decl.clone({ prop: '-webkit-user-select' }))
      })

      const mixed = []
      rule.each((decl) => {
        if (decl.type === 'decl' && decl.value.includes('color-mix(')) {
          mixed.push(decl.clone())
          decl.value = mainColour(decl.value)
          if (decl.value.includes('color-mix(')) throw decl.error('a mixture without a colour for old browsers')
        }
      })
      if (mixed.length > 0) behind(rule, mixable, [rule.clone({ nodes: mixed })])

      if (!rule.selectors.some((one) => newer.test(one))) {
        const { block, inline, both } = placesOf(rule)
        const rules = []
        // Set top and bottom separately from the sides: together, the minifier would create the very shorthand that is
        // missing.
        if (Object.keys(block).length > 0)
          rules.push(new Rule({ selectors: rule.selectors, nodes: declarations(Declaration, block) }))
        if (Object.keys(both).length > 0)
          rules.push(new Rule({ selectors: rule.selectors, nodes: declarations(Declaration, both) }))
        for (const [direction, start, end] of [
          ['ltr', 'left', 'right'],
          ['rtl', 'right', 'left'],
        ]) {
          const sides = {
            ...(inline.start === undefined ? {} : { [start]: inline.start }),
            ...(inline.end === undefined ? {} : { [end]: inline.end }),
          }
          if (Object.keys(sides).length > 0)
            rules.push(
              new Rule({
                selectors: rule.selectors.map((one) => `[dir='${direction}'] ${one}`),
                nodes: declarations(Declaration, sides),
              }),
            )
        }
        if (rules.length > 0) behind(rule, noInset, rules)
      }

      let gap = {}
      rule.each((decl) => {
        if (decl.type !== 'decl') return
        if (decl.prop === 'gap') {
          const [row, column] = pair(decl.value)
          gap = { row, column }
        }
        if (decl.prop === 'row-gap') gap.row = decl.value
        if (decl.prop === 'column-gap') gap.column = decl.value
      })
      const boxes = rule.selectors.filter(
        (one) => flexible.get(one)?.flex === true && !one.includes('::') && !newer.test(one),
      )
      if (boxes.length === 0) continue
      const spaces = []
      for (const one of boxes) {
        const { column, wrap } = flexible.get(one)
        if (column && gap.row !== undefined)
          spaces.push(
            new Rule({
              selector: `${one} > :not(:last-child)`,
              nodes: declarations(Declaration, { 'margin-block-end': gap.row }),
            }),
          )
        // Text next to an icon is not an element: the icon keeps its distance even if it is the last element.
        if (!column && gap.column !== undefined)
          spaces.push(
            new Rule({
              selectors: [`${one} > :not(:last-child)`, `${one} > .icon:first-child`],
              nodes: declarations(Declaration, { 'margin-inline-end': gap.column }),
            }),
          )
        if (!column && wrap && gap.row !== undefined && gap.row !== '0')
          spaces.push(
            new Rule({
              selector: `${one} > *`,
              nodes: declarations(Declaration, {
                'margin-block-start': `calc(${gap.row} / 2)`,
                'margin-block-end': `calc(${gap.row} / 2)`,
              }),
            }),
          )
      }
      if (spaces.length > 0) behind(rule, noFlexGap, spaces)
    }

    const inside = root.nodes.filter((node) => node.type !== 'atrule' || !['charset', 'import'].includes(node.name))
    if (inside.some(({ type }) => type !== 'comment')) {
      const whole = new AtRule({ name: 'supports', params: styled })
      whole.append(inside)
      root.append(whole)
    }
  },
})
oldBrowsers.postcss = true
