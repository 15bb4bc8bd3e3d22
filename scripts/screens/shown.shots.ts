/**
 * Takes the pictures that docs/screens shows and writes its README.
 *
 *   npm run build && npm run playwright -- test -c scripts/screens shown
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf, type Language } from '~/i18n/languages'
import { areas, type Area } from '../../tests/support/page-visits'
import { root } from '../../tests/support/paths'
import { getStops, makeOpener, takePicture, test, toWebp, type Size } from './pictures'

type Shown = { file: string; title: string; area: Area; stop: string; size: Size; language?: Language; dark?: true }

/** In the order of the README. `stop` names a page as `getStops` does. */
const shown: readonly Shown[] = [
  { file: 'welcome', title: 'The first page', area: 'shell', stop: 'home-1', size: 'desk' },
  { file: 'login', title: 'Sign in', area: 'sign-in', stop: 'login._index', size: 'desk' },
  { file: 'home', title: 'Home', area: 'shell', stop: 'home-2', size: 'desk' },
  { file: 'box', title: 'Terminal: a box', area: 'boxes', stop: 'terminal.sn-1', size: 'desk' },
  { file: 'lists', title: 'Channel lists', area: 'lists', stop: 'features._index-1', size: 'desk' },
  {
    file: 'workspace',
    title: 'A list in the workspace, with a box’s save waiting',
    area: 'lists',
    stop: 'features.lists.id._index-3',
    size: 'desk',
  },
  {
    file: 'channel',
    title: 'A channel in the editor',
    area: 'lists',
    stop: 'features.lists.id.channels.channelId',
    size: 'desk',
  },
  { file: 'export', title: 'Export', area: 'lists', stop: 'features.lists.id.export', size: 'desk' },
  { file: 'sharing', title: 'Share by link', area: 'lists', stop: 'features.lists.id.shares', size: 'desk' },
  { file: 'publishing', title: 'Publish a list', area: 'lists', stop: 'features.lists.id.publish', size: 'desk' },
  {
    file: 'mylink',
    title: 'A category of MyLink',
    area: 'lists',
    stop: 'features.mylink.category._index-1',
    size: 'desk',
  },
  { file: 'services', title: 'Cloud services', area: 'boxes', stop: 'service._index-1', size: 'desk' },
  { file: 'buy', title: 'Buy a service', area: 'boxes', stop: 'service.buy-1', size: 'desk' },
  { file: 'wallet', title: 'Wallet', area: 'boxes', stop: 'wallet._index-1', size: 'desk' },
  { file: 'help', title: 'Help', area: 'help', stop: 'help._index', size: 'desk' },
  { file: 'pay', title: 'Pay an order', area: 'boxes', stop: 'order.number.pay._index-1', size: 'phone' },
  { file: 'points', title: 'Points', area: 'boxes', stop: 'points._index-1', size: 'phone' },
  { file: 'news', title: 'Messages', area: 'news', stop: 'news._index-1', size: 'phone' },
  {
    file: 'workspace-phone',
    title: 'The workspace',
    area: 'lists',
    stop: 'features.lists.id._index-1',
    size: 'phone',
  },
  {
    file: 'home-arabic-dark',
    title: 'Home in Arabic, dark',
    area: 'shell',
    stop: 'home-2',
    size: 'phone',
    language: 'ar',
    dark: true,
  },
]
const folder = path.join(root, 'docs/screens')
/** The README of the project shows this one; demo.ts takes it. */
const editorPicture = 'editor.png'

const maxHeight: Record<Size, number> = { desk: 900, phone: 844 }
const compression = { desk: { scale: 0.75, quality: 60 }, phone: { scale: 0.8, quality: 60 } }
const languageOf = ({ language = 'en' }: Shown): Language => language

test.describe.configure({ mode: 'default' })

for (const language of new Set(shown.map(languageOf)))
  for (const area of areas) {
    const pictures = shown.filter((one) => languageOf(one) === language && one.area === area)
    if (pictures.length === 0) continue
    test(`pictures of ${area} in ${language}`, async ({ page, house, baseURL }) => {
      test.setTimeout(300_000)
      await house.speak(codeOf(language))
      const open = makeOpener({ page, house, language, origin: baseURL ?? '' })
      const stops = getStops(area)
      for (const { file, stop, size, dark } of pictures) {
        const found = stops.find(({ name }) => name === stop)
        if (found === undefined) throw new Error(`${area} has no page ${stop}`)
        await open(found.visit)
        const colorScheme = dark === true ? 'dark' : 'light'
        const png = await takePicture(page, { size, colorScheme, maxHeight: maxHeight[size] })
        writeFileSync(path.join(folder, `${file}.webp`), await toWebp(png, compression[size]))
      }
    })
  }

/** A table with the titles above their pictures, several in a row. */
const makeTable = (pictures: readonly Shown[], columns: number): string => {
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) =>
    pictures.slice(row * columns, (row + 1) * columns),
  )
  const line = (cells: readonly string[]): string =>
    `| ${[...cells, ...Array<string>(columns - cells.length).fill('')].join(' | ')} |`
  return rows
    .flatMap((row, index) => [
      line(row.map(({ title }) => (index === 0 ? title : `**${title}**`))),
      ...(index === 0 ? [`|${'---|'.repeat(columns)}`] : []),
      line(row.map(({ file, title }) => `![${title}](${file}.webp)`)),
    ])
    .join('\n')
}

test.afterAll(() => {
  const wanted = new Set(shown.map(({ file }) => `${file}.webp`))
  for (const file of readdirSync(folder))
    if (file.endsWith('.webp') && !wanted.has(file)) rmSync(path.join(folder, file))
  writeFileSync(
    path.join(folder, 'README.md'),
    `# Screens

Made by \`npm run playwright -- test -c scripts/screens shown\`; don't edit it by hand. The same with \`every-page\` takes
every page and state in English and Arabic, at both widths, into \`build/screens\`.

## On a desk, 1280 px

${makeTable(
  shown.filter(({ size }) => size === 'desk'),
  3,
)}

The editor as a person works with it: [${editorPicture}](${editorPicture}).

## On a phone, 390 px

${makeTable(
  shown.filter(({ size }) => size === 'phone'),
  5,
)}
`,
  )
})
