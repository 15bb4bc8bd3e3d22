/**
 * A picture of every page and state that the tests visit, in English and in Arabic, at 1280 and at 390 px, small, with
 * an index: what docs/screens holds. SCREENS_OUT takes them somewhere else at their full size, as PNG, for looking
 * closely; SCREENS_LANGUAGES and SCREENS_AREAS take a part of them (there).
 *
 *   npm run build && npx playwright test -c scripts/screens
 *   SCREENS_OUT=screens SCREENS_LANGUAGES=fa,ru SCREENS_AREAS=news npx playwright test -c scripts/screens
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCanvas, loadImage } from 'canvas'
import type { Page } from 'playwright/test'
import { codeOf, languages } from '~/i18n/languages'
import { expect, ready, test as base } from '../../tests/support/browser'
import { makeHousehold, type Household } from '../../tests/support/household'
import {
  addressOf,
  areas,
  become,
  byPage,
  pageVisits,
  visitsOf,
  type Area,
  type Visit,
  type Who,
} from '../../tests/support/page-visits'
import { root } from '../../tests/support/paths'

const test = base.extend<object, { house: Household }>({
  house: [async ({ server }, give) => give(await makeHousehold(server.origin)), { scope: 'worker' }],
})

const elsewhere = process.env.SCREENS_OUT
const folder = path.join(root, elsewhere ?? 'docs/screens')
const among = <Item extends string>(
  all: readonly Item[],
  asked: string | undefined,
  otherwise: readonly Item[],
): readonly Item[] => (asked === undefined ? otherwise : all.filter((one) => asked.split(',').includes(one)))
const shownLanguages = among(
  languages.map(({ tag }) => tag),
  elsewhere === undefined ? undefined : process.env.SCREENS_LANGUAGES,
  ['en', 'ar'],
)
const shownAreas = among(areas, elsewhere === undefined ? undefined : process.env.SCREENS_AREAS, areas)

/** Both widths of each language; one of the four pictures is in the dark. */
const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const
type Size = keyof typeof sizes
const schemeOf = (language: string, size: Size): 'light' | 'dark' =>
  language !== 'en' && size === 'phone' ? 'dark' : 'light'
/** Longer pages (agreements, guides) are cut: their end looks like their middle. */
const tallest: Record<Size, number> = { desk: 1000, phone: 1100 }
/** The scale of the picture: a page stays recognisable, and nine hundred of them take six megabytes. */
const shrink: Record<Size, number> = { desk: 0.45, phone: 0.5 }
const webpQuality = 50

const asWebp = async (png: Buffer, scale: number): Promise<Buffer> => {
  const image = await loadImage(png)
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('webp', webpQuality)
}

const take = async (page: Page, name: string, size: Size): Promise<void> => {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const png = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    clip: {
      x: 0,
      y: 0,
      width: sizes[size].width,
      height: Math.min(Math.max(whole, sizes[size].height), elsewhere === undefined ? tallest[size] : whole),
    },
  })
  if (elsewhere === undefined) writeFileSync(path.join(folder, `${name}.webp`), await asWebp(png, shrink[size]))
  else writeFileSync(path.join(folder, `${name}.png`), png)
}

/** The route's file and the number of its visit: `news._index-2`. */
const named = (area: Area): { visit: Visit; name: string }[] =>
  Object.entries(pageVisits).flatMap(([file, [one, ...visits]]) =>
    one === area
      ? visits.map((visit, index) => ({
          visit,
          name: `${file
            .replace(/\.tsx$/, '')
            .replaceAll('$', '')
            .replace(/^$/, 'missing')}${visits.length > 1 ? `-${index + 1}` : ''}`,
        }))
      : [],
  )

test.describe.configure({ mode: 'default' })
test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const language of shownLanguages)
  for (const area of shownAreas)
    test(`pictures of ${area} in ${language}`, async ({ page, house, baseURL }) => {
      test.setTimeout(600_000)
      expect(named(area)).toHaveLength(visitsOf(area).length)
      await house.speak(codeOf(language))
      let before: Who | null = null
      for (const { visit, name } of named(area)) {
        if (visit.who !== before || visit.before !== undefined)
          await become(page, house, visit.who, language, baseURL ?? '')
        before = visit.before === undefined ? visit.who : null
        await visit.before?.(byPage(page), house)
        await page.setViewportSize(sizes.desk)
        await page.goto(addressOf(visit, house))
        await ready(page, true)
        if (visit.awaits !== undefined) await expect(page.locator(visit.awaits)).toBeVisible()
        for (const size of ['desk', 'phone'] as const) {
          await page.setViewportSize(sizes[size])
          await page.emulateMedia({ colorScheme: schemeOf(language, size), reducedMotion: 'reduce' })
          await page.waitForLoadState('networkidle')
          await page.evaluate(() => document.fonts.ready)
          await take(page, `${area}-${name}-${language}-${size}`, size)
        }
      }
    })

if (elsewhere === undefined)
  test.afterAll(() => {
    const pictures = readdirSync(folder).filter((file) => file.endsWith('.webp'))
    const wanted = areas.flatMap((area) => named(area).map(({ name }) => `${area}-${name}`))
    for (const file of pictures)
      if (!wanted.some((name) => file.startsWith(`${name}-`))) rmSync(path.join(folder, file))
    const rows = (area: Area): string[] =>
      named(area).map(({ name }) => {
        const cell = (language: string, size: Size): string =>
          `[![${name}, ${language}, ${sizes[size].width} px](${area}-${name}-${language}-${size}.webp)](${area}-${name}-${language}-${size}.webp)`
        return `| \`${name}\` | ${cell('en', 'desk')} | ${cell('en', 'phone')} | ${cell('ar', 'desk')} | ${cell('ar', 'phone')} |`
      })
    const sections = areas.flatMap((area) => [
      `## ${area}`,
      '',
      '| route | en, 1280 px | en, 390 px | ar, 1280 px | ar, 390 px, dark |',
      '|---|---|---|---|---|',
      ...rows(area),
      '',
    ])
    writeFileSync(
      path.join(folder, 'README.md'),
      [
        '# Screens',
        '',
        'Every page and state that the tests visit. Made by `npx playwright test -c scripts/screens` (scripts/screens/every-page.shots.ts).',
        '',
        ...sections,
      ].join('\n'),
    )
  })
