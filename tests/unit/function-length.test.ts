/** The rule for long functions finds them, takes a reason, and finds reasons that nothing needs any more. */
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { functionLength } from '../../scripts/lint/function-length.js'

const said = (code: string): string[] =>
  new Linter()
    .verify(code, {
      plugins: { house: { rules: { 'function-length': functionLength } } },
      rules: { 'house/function-length': ['error', { max: 5 }] },
    })
    .map(({ line, message }) => `${line}: ${message}`)

const body = (lines: number): string => Array.from({ length: lines }, (_, i) => `  work(${i})`).join('\n')

describe('the length of functions', () => {
  it('is bounded, and tells where a longer one begins', () => {
    expect(said(`const short = () => {\n${body(3)}\n}`)).toEqual([])
    expect(said(`\nconst long = () => {\n${body(4)}\n}`)).toEqual([
      '2: This function has 6 lines, of at most 5: split it, or write "// Long because …" above it.',
    ])
    expect(said(`function long() {\n${body(4)}\n}`)).toHaveLength(1)
    expect(said(`const a = { long() {\n${body(4)}\n} }`)).toHaveLength(1)
  })

  it('counts neither blank lines nor comments, and all lines of a text', () => {
    expect(said(`const short = () => {\n\n// why\n\n${body(3)}\n/* and\nwhy */\n}`)).toEqual([])
    expect(said('const long = () => {\n  work(`1\n2\n\n4\n5`)\n}')).toHaveLength(1)
  })

  it('may be exceeded with a reason directly above the function, or above what holds it', () => {
    const reason = '// Long because it is one table of all the steps.'
    expect(said(`/** What it is for. */\n${reason}\nexport const long = () => {\n${body(4)}\n}`)).toEqual([])
    expect(said(`${reason}\nexport default function long() {\n${body(4)}\n}`)).toEqual([])
    expect(said(`${reason}\nconst long = wrapped(\n  () => {\n${body(4)}\n},\n)`)).toEqual([])
    expect(said(`const a = {\n${reason}\nlong: () => {\n${body(4)}\n} }`)).toEqual([])
  })

  it('is not excused by a reason elsewhere, nor by one without words', () => {
    const reason = '// Long because it is one table of all the steps.'
    expect(said(`${reason}\n\nconst long = () => {\n${body(4)}\n}`)).toHaveLength(2)
    expect(said(`${reason}\nconst outer = () => {\n  const inner = () => {\n${body(4)}\n  }\n}`)).toHaveLength(1)
    expect(said(`// Long because so.\nconst long = () => {\n${body(4)}\n}`)).toEqual([
      '1: Say in a sentence why this function is long.',
    ])
  })

  it('tells of a reason that has outlived its function', () => {
    expect(said(`// Long because it once had many steps.\nconst short = () => {\n${body(1)}\n}`)).toEqual([
      '1: No function below is long: this reason has outlived it.',
    ])
  })
})
