/** The time for renaming many channels grows only with the names and the rule. */
import { expect, it } from 'vitest'
import { renameAll } from '../../engine/host/tools'
import { byPattern, byText, slowNames, slowPatterns } from '../support/fixtures/name-rules'

/** Milliseconds of processor time. */
const usedMs = (work: () => void): number => {
  const began = process.cpuUsage()
  work()
  const { user } = process.cpuUsage(began)
  return user / 1000
}

it('names that are too long are refused as soon as that is known', () => {
  const endless = '\u{1f600}a'.repeat(400_000)
  const many = Array.from({ length: 2000 }, () => 'n'.repeat(5000))
  const used = usedMs(() => {
    for (const rule of [byText('a', 'b'), byText('a', 'x'.repeat(100)), byPattern('?', '{1}{1}{1}'), byText('a', '')])
      renameAll([endless], rule)
    for (const rule of [
      byText('n', 'x'.repeat(100)),
      byPattern('n', '{0}'.repeat(33)),
      byText(`${'n'.repeat(99)}m`, ''),
    ])
      renameAll(many, rule)
  })
  expect(used).toBeLessThan(6000)
})

it.each(slowPatterns)('%s takes no longer than name times pattern', (find) => {
  expect(usedMs(() => renameAll(slowNames, byPattern(find, 'x')))).toBeLessThan(6000)
})
