/** The mutations that the tests are tried with: found in the syntax tree, and drawn alike by the same seed. */
import { expect, it } from 'vitest'
import { applyMutant, drawMutants, findMutants } from '../../scripts/mutate/mutants'

const text = `import { a } from './a'
type Size = 1 | 2
export const work = async (n: number, text: string): Promise<boolean> => {
  if (n >= 10 && !text.includes('x')) return true
  await a(n)
  n += 1
  await find({ where: { id: n, owner: { text } }, take: 1 })
  return n > 5 ? false : text + 'y' === 'zy'
}
`
const all = findMutants('x.ts', text)
const changes = all.map(({ line, kind, from, to }) => `${line} ${kind}: ${from} → ${to}`)

it('mutates operators, conditions, constants, statements and awaits, but no types, imports or joined texts', () => {
  expect(changes).toEqual(
    expect.arrayContaining([
      "4 condition: n >= 10 && !text.includes('x') → false",
      '4 operator: >= → >',
      '4 operator: && → ||',
      "4 condition: !text.includes('x') → text.includes('x')",
      '4 constant: true → false',
      '4 constant: 10 → 11',
      '5 statement: await a(n) → ;',
      '5 await: await a(n) → a(n)',
      '6 operator: += → -=',
      '7 condition: id: n → ...{}',
      '7 condition: owner: { text } → ...{}',
      '7 condition: text → ...{}',
      '8 condition: n > 5 → !(n > 5)',
      '8 operator: === → !==',
      '8 constant: 5 → 6',
    ]),
  )
  expect(changes).not.toContain('7 condition: take: 1 → ...{}')
  expect(changes.some((change) => change.startsWith('1 ') || change.startsWith('2 ') || change.includes('+ → -'))).toBe(
    false,
  )
})

it('makes one mutation at a time, each a different text that still parses', () => {
  const texts = all.map((mutant) => applyMutant(text, mutant))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.every((changed) => changed !== text && findMutants('x.ts', changed).length > 0)).toBe(true)
})

it('draws the same for one seed, differently for another; a longer draw starts with the shorter', () => {
  const draw = (seed: number, most: number) => drawMutants(all, seed, most).map(({ start, to }) => `${start} ${to}`)
  expect(draw(1, 8)).toEqual(draw(1, 8))
  expect(draw(1, 8).slice(0, 3)).toEqual(draw(1, 3))
  expect(draw(2, 8)).not.toEqual(draw(1, 8))
  expect(new Set(draw(1, 1000)).size).toBe(all.length)
})
