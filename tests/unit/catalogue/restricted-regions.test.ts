/** The restricted countries: the specification's eighteen, each with its own flag and a name in every language. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { isRestrictedRegion, restrictedRegions } from '~/modules/catalogue/catalogue.server'
import { restrictedRegionsIn } from '~/web/help/region.server'
import { root } from '../../support/paths'

describe('the restricted regions', () => {
  it('are the eighteen of the specification', () => {
    expect(restrictedRegions.map(({ name }) => name)).toEqual([
      'Iran',
      'DR Congo',
      'Sudan',
      'Yemen',
      'Cuba',
      'Mali',
      'Syria',
      'Guinea-Bissau',
      'Haiti',
      'Nicaragua',
      'Zimbabwe',
      'Libya',
      'North Korea',
      'Burma',
      'Lebanon',
      'Venezuela',
      'Russia',
      'Iraq',
    ])
  })
  it('are looked up by code, in any case', () => {
    expect([
      isRestrictedRegion('CD'),
      isRestrictedRegion('cd'),
      isRestrictedRegion('CG'),
      isRestrictedRegion('EG'),
      isRestrictedRegion(''),
    ]).toEqual([true, true, false, false, false])
  })
  it('have a flag each, in the proportions of its drawing', () => {
    const sprite = readFileSync(path.join(root, 'app/ui/flag.svg'), 'utf8')
    const part = readFileSync(path.join(root, 'app/ui/flag.tsx'), 'utf8')
    for (const { code } of restrictedRegions) {
      const box = new RegExp(`<symbol id="${code.toLowerCase()}" viewBox="0 0 (\\d+) (\\d+)">`).exec(sprite)
      expect(box, code).not.toBeNull()
      expect(part, code).toContain(`  ${code}: [${box?.[1] ?? ''}, ${box?.[2] ?? ''}],`)
    }
  })
  it.each(languages.map(({ tag }) => tag))('are named in %s and sorted in its order', (language) => {
    const shown = restrictedRegionsIn(language)
    expect(shown.map(({ code }) => code).sort()).toEqual(restrictedRegions.map(({ code }) => code).sort())
    expect(shown.filter(({ name, code }) => name === '' || name === code)).toEqual([])
    const order = new Intl.Collator(language)
    expect([...shown].sort((a, b) => order.compare(a.name, b.name))).toEqual(shown)
    if (language === 'en')
      expect(shown.filter(({ code }) => code === 'MM' || code === 'CD').map(({ name }) => name)).toEqual([
        'Burma (Myanmar)',
        'DR Congo',
      ])
  })
})
