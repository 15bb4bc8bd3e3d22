/** Style sheets follow the text direction: they use logical sides, never left and right. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/paths'

const sheets = [
  ...readdirSync(path.join(root, 'app/styles')).map((name) => `app/styles/${name}`),
  ...readdirSync(path.join(root, 'public'), { recursive: true, encoding: 'utf8' }).map((name) => `public/${name}`),
].filter((name) => name.endsWith('.css') && !name.startsWith('public/build/'))

/** Declarations with their line numbers, without comments, selectors and at-rules. */
const declarationsOf = (sheet: string): { line: number; name: string; value: string }[] => {
  const text = readFileSync(path.join(root, sheet), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  return [...text.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    name: match[1] ?? '',
    value: match[2] ?? '',
  }))
}

const physicalNames =
  /^(?:left|right|top|bottom|(?:margin|padding|scroll-margin|scroll-padding)-(?:left|right|top|bottom)|border-(?:left|right|top|bottom)(?:-.*)?|border-(?:top|bottom)-(?:left|right)-radius|(?:min-|max-)?(?:width|height)|overflow-[xy])$/
/** Most browsers don't know the logical names, overflow-inline and overflow-block. */
const allowedNames = /^overflow-[xy]$/
const physicalValues = (name: string, value: string): boolean =>
  /^(?:text-align|float|clear|justify-content|justify-items|justify-self|background-position|transform-origin|caption-side|resize)$/.test(
    name,
  ) && /\b(?:left|right)\b/.test(value)

describe('the style sheets', () => {
  it('are found and parsed into declarations', () => {
    expect(sheets.length).toBeGreaterThan(5)
    expect(sheets.flatMap(declarationsOf).length).toBeGreaterThan(1000)
  })

  it.each(sheets)('%s names no physical side', (sheet) => {
    const wrong = declarationsOf(sheet).filter(
      ({ name, value }) => (physicalNames.test(name) && !allowedNames.test(name)) || physicalValues(name, value),
    )
    expect(wrong.map(({ line, name, value }) => `${sheet}:${line} ${name}: ${value}`)).toEqual([])
  })

  it('are reported for a physical name or value', () => {
    expect(['margin-left', 'left', 'border-top-right-radius', 'width'].every((name) => physicalNames.test(name))).toBe(
      true,
    )
    expect(physicalValues('text-align', 'right')).toBe(true)
  })
})

describe('components', () => {
  it('set no inline style in what the server sends', () => {
    const files = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && (name.startsWith('ui/') || name.startsWith('routes/') || name === 'root.tsx'),
    )
    const wrong = files.filter((name) => /\sstyle=\{/.test(readFileSync(path.join(root, 'app', name), 'utf8')))
    expect(wrong).toEqual([])
  })
})
