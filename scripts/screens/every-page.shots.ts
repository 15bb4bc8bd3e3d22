/**
 * Takes a picture of every page and state that the tests visit, in English and Arabic, at 1280 and 390 px, small, with
 * an index, into build/screens. SCREENS_OUT names another folder and takes whole pages at full size as PNG;
 * SCREENS_LANGUAGES and SCREENS_AREAS then limit what is taken.
 *
 *   npm run build && npm run playwright -- test -c scripts/screens every-page
 *   export SCREENS_OUT=screens SCREENS_LANGUAGES=fa,ru SCREENS_AREAS=news
 *   npm run playwright -- test -c scripts/screens every-page
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf, languages } from '~/i18n/languages'
import { areas, type Area } from '../../tests/support/page-visits'
import { root } from '../../tests/support/paths'
import { getStops, makeOpener, sizes, takePicture, test, toWebp, type Size } from './pictures'

const elsewhere = process.env.SCREENS_OUT
const folder = path.join(root, elsewhere ?? 'build/screens')
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

/** One of the four pictures of a page is dark. */
const schemeOf = (language: string, size: Size): 'light' | 'dark' =>
  language !== 'en' && size === 'phone' ? 'dark' : 'light'
/** Longer pages (agreements, guides) are cut: their end looks like their middle. */
const maxHeight: Record<Size, number> = { desk: 1000, phone: 1100 }
/** Small enough that nine hundred pictures take eight megabytes, and a page stays recognisable. */
const small = { desk: { scale: 0.45, quality: 50 }, phone: { scale: 0.5, quality: 50 } }

test.describe.configure({ mode: 'default' })
test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const language of shownLanguages)
  for (const area of shownAreas)
    test(`pictures of ${area} in ${language}`, async ({ page, house, baseURL }) => {
      test.setTimeout(600_000)
      await house.speak(codeOf(language))
      const open = makeOpener({ page, house, language, origin: baseURL ?? '' })
      for (const { visit, name } of getStops(area)) {
        await open(visit)
        for (const size of ['desk', 'phone'] as const) {
          const file = path.join(folder, `${area}-${name}-${language}-${size}`)
          const colorScheme = schemeOf(language, size)
          if (elsewhere !== undefined) writeFileSync(`${file}.png`, await takePicture(page, { size, colorScheme }))
          else {
            const png = await takePicture(page, { size, colorScheme, maxHeight: maxHeight[size] })
            writeFileSync(`${file}.webp`, await toWebp(png, small[size]))
          }
        }
      }
    })

if (elsewhere === undefined)
  test.afterAll(() => {
    const pictures = readdirSync(folder).filter((file) => file.endsWith('.webp'))
    const wanted = areas.flatMap((area) => getStops(area).map(({ name }) => `${area}-${name}`))
    for (const file of pictures)
      if (!wanted.some((name) => file.startsWith(`${name}-`))) rmSync(path.join(folder, file))
    const rows = (area: Area): string[] =>
      getStops(area).map(({ name }) => {
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
    writeFileSync(path.join(folder, 'README.md'), ['# Every page and state', '', ...sections].join('\n'))
  })
