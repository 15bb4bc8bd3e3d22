/** The demo's manuals: printed from today's texts in every language, and small enough to keep in the repository. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { isPdf } from '~/modules/instruction/pdf'
import { manualFolder, manualModels, readIndex, sheetOf, wantedManuals } from '../../scripts/manuals/sheet'
import { manualTexts } from '../../scripts/manuals/texts'

describe('the demo’s manuals', () => {
  it('are printed from today’s texts and labels (else: npx tsx scripts/manuals/make.ts)', () => {
    expect(readIndex()).toEqual(wantedManuals())
    expect(readdirSync(manualFolder).sort()).toEqual(['index.json', ...wantedManuals().map(({ file }) => file)].sort())
  })

  it.each(wantedManuals().map(({ file }) => file))(
    '%s is a PDF of one page, below 60 KB, with its fonts inside',
    (file) => {
      const bytes = readFileSync(path.join(manualFolder, file))
      const text = bytes.toString('latin1')
      expect(isPdf(bytes)).toBe(true)
      expect(statSync(path.join(manualFolder, file)).size).toBeLessThanOrEqual(60 * 1024)
      expect(/\/Count (\d+)/.exec(text)?.[1]).toBe('1')
      expect(
        [...text.matchAll(/\/BaseFont \/([A-Z]{6}\+)?([\w-]+)/g)].map(([, subset]) => subset === undefined),
      ).not.toContain(true)
    },
  )

  it('have the same steps and remedies in every language, and no unfilled placeholder', () => {
    const english = manualTexts.en
    for (const { tag } of languages) {
      expect([tag, manualTexts[tag].steps.length]).toEqual([tag, english.steps.length])
      for (const model of manualModels) {
        const sheet = sheetOf(tag, model)
        expect([
          tag,
          sheet.match(/<li /g)?.length,
          /\{\w+\}/.test(sheet.replace(/<style>[\s\S]*<\/style>/, '')),
        ]).toEqual([tag, english.steps.length + 2, false])
      }
    }
  })
})
