/**
 * No built style needs more than the oldest supported browsers (Chromium 80, Safari 13, Firefox 78): newer features
 * are in an @supports block, alone in a rule that an old browser drops, or purely decorative.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { expand, mainColour } from '../../scripts/styles/old-browsers.mjs'
import { asOldBrowser, newProperty, newRule, newSelector, newValue, postcss } from '../support/old-browser'
import { root } from '../support/paths'

const folder = path.join(root, 'public/build/_assets')
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

/** Without these the page looks plainer, and nothing is out of place. */
const niceties =
  /^(?:text-wrap|accent-color|aspect-ratio|print-color-adjust|text-size-adjust|scrollbar-width|overflow-clip-margin|overscroll-behavior-(?:inline|block)|user-select|border-(?:start|end)-(?:start|end)-radius)$/
/** The earlier declaration in the same rule is the fallback for an old browser. */
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  appearance: ['-webkit-appearance'],
  'user-select': ['-webkit-user-select'],
  'font-size': ['font-size'],
  'max-inline-size': ['max-inline-size'],
}

/** The parts of a sheet that an old browser can't handle. */
const findNeeds = (css: string): string[] => {
  const needs: string[] = []
  const sheet = postcss.parse(css)
  const asked = new Set<string>()
  sheet.walkAtRules((rule) => {
    if (newRule.test(rule.name)) needs.push(`@${rule.name}`)
    // A block for browsers without logical properties is the fallback of its selectors.
    if (rule.name === 'supports' && rule.params.replaceAll(/\s/g, '') === 'not(inset:0)')
      rule.walkRules(({ selectors }) =>
        selectors.forEach((one) => asked.add(one.replace(/^\[dir=["']?\w+["']?\] /, ''))),
      )
  })
  sheet.walkRules((rule) => {
    const block = rule.parent?.type === 'atrule' ? (rule.parent as import('postcss').AtRule) : null
    if (block?.name === 'keyframes') return
    const isAsked = block?.name === 'supports' && /color-mix|selector\(|animation-timeline/.test(block.params)
    if (rule.nodes.some(({ type }) => type === 'rule')) needs.push(`nested: ${rule.selector}`)
    const isNew = newSelector.test(rule.selector)
    if (isNew && rule.selectors.some((one) => !newSelector.test(one)))
      needs.push(`an old selector beside a new one: ${rule.selector}`)
    if (/:(?:is|where)\(/.test(rule.selector.replaceAll(/:has\([^{]*\)/g, '')))
      needs.push(`a list in a selector: ${rule.selector}`)
    if (isAsked || isNew) return
    const before = new Set<string>()
    rule.walkDecls(({ prop, value }) => {
      const isPlace = prop.startsWith('inset') && rule.selectors.every((one) => asked.has(one))
      const hasFallback = (fallbacks[prop] ?? []).some((name) => before.has(name))
      if (
        (newProperty.test(prop) && !niceties.test(prop) && !isPlace && !hasFallback) ||
        (newValue.test(value) && !hasFallback)
      )
        needs.push(`${rule.selector} { ${prop}: ${value} }`)
      before.add(prop)
    })
  })
  return needs
}

describe('the built style sheets', () => {
  it.each(sheets)('%s needs nothing newer than 2020', (name) => {
    expect(findNeeds(read(name))).toEqual([])
  })

  it.each(sheets)('%s keeps nearly all of its rules in a browser of 2020', (name) => {
    const count = (css: string): number => {
      let rules = 0
      postcss.parse(css).walkRules(() => {
        rules += 1
      })
      return rules
    }
    expect(count(asOldBrowser(read(name)))).toBeGreaterThan(count(read(name)) * 0.75)
  })

  it.each(sheets)('%s is wholly inside a query for custom properties: other browsers show the plain page', (name) => {
    const sheet = postcss.parse(read(name))
    expect(sheet.nodes.length).toBeGreaterThan(0)
    expect(
      sheet.nodes
        .filter(
          (node) =>
            node.type !== 'comment' &&
            !(node.type === 'atrule' && node.name === 'supports' && node.params.replaceAll(/\s/g, '') === '(--a:b)'),
        )
        .map(String),
    ).toEqual([])
  })

  it.each(sheets)('%s has a plain colour behind every gradient', (name) => {
    const bare: string[] = []
    postcss.parse(read(name)).walkDecls(/^background(?:-image)?$/, ({ prop, value, parent }) => {
      if (value.includes('gradient(') && (prop !== 'background' || !/^(?:#|var\()/.test(value)))
        bare.push(`${String(parent)}`)
    })
    expect(bare).toEqual([])
  })
})

describe('the check', () => {
  it.each([
    '@layer a{b{color:red}}',
    'a:hover,a:focus-visible{color:red}',
    '.a{inset:0}',
    '.a{margin-inline:auto}',
    '.a{color:color-mix(in srgb,red,blue)}',
    '.a{block-size:100dvh}',
    '.a:is(.b,.c){color:red}',
    '.a{color:red;.b{color:blue}}',
    '@container (min-width:1px){a{color:red}}',
  ])('finds %s', (css) => {
    expect(findNeeds(css)).toHaveLength(1)
  })

  it('accepts features that are queried, stand alone or have a fallback', () => {
    expect(
      findNeeds(
        '.a{inset:0}@supports not (inset:0){.a{top:0}[dir="rtl"] .a{right:0}}a:focus-visible{color:red}@supports (color:color-mix(in srgb,red,red)){a{color:color-mix(in srgb,red,blue)}}a{-webkit-appearance:none;appearance:none}',
      ),
    ).toEqual([])
  })
})

describe('the build of a style sheet', () => {
  it('expands lists inside selectors', () => {
    expect(expand('.a:is(.b, .c:not(.d, .e)) > i')).toEqual(['.a.b > i', '.a.c:not(.d):not(.e) > i'])
    expect(expand('.a:has(.b:is(.c, .d))')).toEqual(['.a:has(.b:is(.c, .d))'])
  })

  it('replaces a colour mixture by its main colour', () => {
    expect(
      ['color-mix(in srgb, var(--a) 40%, var(--b))', '1px solid color-mix(in srgb, var(--a) 18%, transparent)'].map(
        mainColour,
      ),
    ).toEqual(['var(--b)', '1px solid var(--a)'])
  })
})
