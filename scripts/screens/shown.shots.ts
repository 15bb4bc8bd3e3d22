/**
 * Takes the pictures that docs/screens/README.md shows.
 *
 *   npm run build && npm run playwright -- test -c scripts/screens shown
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf, type Language } from '~/i18n/languages'
import { areas, type Area } from '../../tests/support/page-visits'
import { root } from '../../tests/support/paths'
import { getStops, makeOpener, takePicture, test, toWebp, type Size } from './pictures'

/** The file's name, its page as `getStops` names it, and how it is shown. */
type Shown = [file: string, area: Area, stop: string, size: Size, more?: { language: Language; dark: true }]
const shown: readonly Shown[] = [
  ['welcome', 'shell', 'home-1', 'desk'],
  ['login', 'sign-in', 'login._index', 'desk'],
  ['home', 'shell', 'home-2', 'desk'],
  ['box', 'boxes', 'terminal.sn-1', 'desk'],
  ['lists', 'lists', 'features._index-1', 'desk'],
  ['workspace', 'lists', 'features.lists.id._index-3', 'desk'],
  ['channel', 'lists', 'features.lists.id.channels.channelId', 'desk'],
  ['export', 'lists', 'features.lists.id.export', 'desk'],
  ['sharing', 'lists', 'features.lists.id.shares', 'desk'],
  ['publishing', 'lists', 'features.lists.id.publish', 'desk'],
  ['mylink', 'lists', 'features.mylink.category._index-1', 'desk'],
  ['services', 'boxes', 'service._index-1', 'desk'],
  ['buy', 'boxes', 'service.buy-1', 'desk'],
  ['wallet', 'boxes', 'wallet._index-1', 'desk'],
  ['help', 'help', 'help._index', 'desk'],
  ['pay', 'boxes', 'order.number.pay._index-1', 'phone'],
  ['points', 'boxes', 'points._index-1', 'phone'],
  ['news', 'news', 'news._index-1', 'phone'],
  ['workspace-phone', 'lists', 'features.lists.id._index-1', 'phone'],
  ['home-arabic-dark', 'shell', 'home-2', 'phone', { language: 'ar', dark: true }],
]

const maxHeight: Record<Size, number> = { desk: 900, phone: 844 }
const compression = { desk: { scale: 0.75, quality: 60 }, phone: { scale: 0.8, quality: 60 } }
const languageOf = ([, , , , more]: Shown): Language => more?.language ?? 'en'

test.describe.configure({ mode: 'default' })

for (const language of new Set(shown.map(languageOf)))
  for (const area of areas) {
    const pictures = shown.filter((one) => languageOf(one) === language && one[1] === area)
    if (pictures.length === 0) continue
    test(`pictures of ${area} in ${language}`, async ({ page, house, baseURL }) => {
      test.setTimeout(300_000)
      await house.speak(codeOf(language))
      const open = makeOpener({ page, house, language, origin: baseURL ?? '' })
      const stops = getStops(area)
      for (const [file, , stop, size, more] of pictures) {
        const found = stops.find(({ name }) => name === stop)
        if (found === undefined) throw new Error(`${area} has no page ${stop}`)
        await open(found.visit)
        const colorScheme = more?.dark === true ? 'dark' : 'light'
        const png = await takePicture(page, { size, colorScheme, maxHeight: maxHeight[size] })
        writeFileSync(path.join(root, 'docs/screens', `${file}.webp`), await toWebp(png, compression[size]))
      }
    })
  }
