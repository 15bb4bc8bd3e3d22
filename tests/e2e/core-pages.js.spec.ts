/**
 * Opens every page once, in English on a desktop, and some in Arabic on a phone. Axe checks each, the tour checks the
 * server's HTML without styles and scripts. every-page.js.spec.ts opens every state of a page, in four languages and at
 * two widths.
 */
import { codeOf } from '~/i18n/languages'
import { expect, expectAccessible } from '../support/browser'
import { desk, expectNoOverflow, phone, startTour, test } from '../support/page-tour'
import { groupByMember, pageVisits, type Visit } from '../support/page-visits'

const firstVisitTo = (file: string): Visit => {
  const [, visit] = pageVisits[file] ?? []
  if (visit === undefined) throw new Error(`${file} has no visit`)
  return visit
}
const visits = Object.keys(pageVisits).map(firstVisitTo)
const inArabic = [
  'home.tsx',
  'features.lists.$id._index.tsx',
  'service.buy.tsx',
  'order.$number.pay._index.tsx',
  'wallet._index.tsx',
  'terminal.$sn.tsx',
  'news._index.tsx',
]

const parts = 5
const perPart = Math.ceil(visits.length / parts)
const tours = [
  ...Array.from({ length: parts }, (_, part) => ({
    title: `every page is accessible in English on a desk, part ${part + 1}`,
    language: 'en' as const,
    size: desk,
    visits: groupByMember(visits.slice(part * perPart, (part + 1) * perPart)),
  })),
  {
    title: 'the main pages are accessible in Arabic on a phone',
    language: 'ar' as const,
    size: phone,
    visits: groupByMember(inArabic.map(firstVisitTo)),
  },
]

for (const { title, language, size, visits: own } of tours)
  test(`${title} @core`, async ({ page, house, complaints, baseURL }) => {
    await house.speak(codeOf(language))
    await page.setViewportSize(size)
    const tour = startTour(page, { house, language, origin: baseURL ?? '', complaints })
    for (const visit of own) {
      const where = await tour.open(visit)
      await expectNoOverflow(page, where)
      await expectAccessible(page, where)
      expect.soft(tour.takeComplaints(), `complaints of the browser at ${where}`).toEqual([])
    }
  })
