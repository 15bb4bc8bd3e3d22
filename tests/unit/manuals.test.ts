/** The demo's manuals: the files that the index names, one for each model and language, small and self-contained. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { isPdf } from '~/modules/instruction/pdf'
import { root } from '../support/paths'

const folder = path.join(root, 'app/modules/instruction/seed/manuals')
type Manual = { model: string; language: string; title: string; file: string }
const manuals = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as Manual[]

describe('the demo’s manuals', () => {
  it('exist in every language for each model, and no file is left over', () => {
    const models = [...new Set(manuals.map(({ model }) => model))]
    expect(manuals.map(({ model, language }) => `${model} ${language}`)).toEqual(
      models.flatMap((model) => languages.map(({ tag }) => `${model} ${tag}`)),
    )
    expect(readdirSync(folder).sort()).toEqual(['index.json', ...manuals.map(({ file }) => file)].sort())
  })

  it.each(manuals.map(({ file }) => file))('%s is a PDF of one page, below 60 KB, with its fonts inside', (file) => {
    const bytes = readFileSync(path.join(folder, file))
    const text = bytes.toString('latin1')
    expect(isPdf(bytes)).toBe(true)
    expect(bytes.length).toBeLessThanOrEqual(60 * 1024)
    expect(/\/Count (\d+)/.exec(text)?.[1]).toBe('1')
    expect(
      [...text.matchAll(/\/BaseFont \/([A-Z]{6}\+)?([\w-]+)/g)].map(([, subset]) => subset === undefined),
    ).not.toContain(true)
  })
})
