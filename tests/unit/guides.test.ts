/**
 * The help guides: every language has every section of the table, names what is on the screen, and links to real pages.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '~/engine/types'
import { languages } from '~/i18n/languages'
import { restoreDays } from '~/ui/channel-list/limits'
import { guideLinks, guidePath, guides, type GuideSection } from '~/ui/guide/guides'

type Texts = { [key: string]: string | Texts }
const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
const read = (language: string, namespace: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(`app/i18n/locales/${language}/${namespace}.json`, 'utf8')) as Texts))

const counted = (count: number | undefined, key: (number: number) => string[]): string[] =>
  Array.from({ length: count ?? 0 }, (_, index) => key(index + 1)).flat()
const keysOf = ({ id, lead, steps, points, troubles, note, drawing }: GuideSection): string[] => [
  `${id}.title`,
  ...(lead ? [`${id}.lead`] : []),
  ...counted(steps, (number) => [`${id}.step.${number}`]),
  ...counted(points, (number) => [`${id}.point.${number}`]),
  ...counted(troubles, (number) => [`${id}.trouble.${number}.what`, `${id}.trouble.${number}.do`]),
  ...(note ? [`${id}.note`] : []),
  ...(drawing === undefined ? [] : [`drawing.${drawing}`]),
]

const tags = languages.map(({ tag }) => tag)
const linksIn = (text: string): string[] => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, name = '']) => name)
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code)

describe.each(guides.map((guide) => [guide.name, guide.sections] as const))('the guide %s', (name, sections) => {
  const english = read('en', `guide-${name}`)

  it.each(tags)('has exactly the texts of its table in %s', (language) => {
    expect([...read(language, `guide-${name}`).keys()].sort()).toEqual(
      ['description', 'lead', ...sections.flatMap(keysOf)].sort(),
    )
  })

  it.each(tags)('links to the same places and shows the same codes in %s', (language) => {
    for (const [key, text] of read(language, `guide-${name}`)) {
      expect(linksIn(text), key).toEqual(linksIn(english.get(key) ?? ''))
      expect(codesIn(text), key).toEqual(codesIn(english.get(key) ?? ''))
      expect((text.match(/\*/g) ?? []).length, `the marks of ${key}`).toBe(
        (english.get(key)?.match(/\*/g) ?? []).length,
      )
    }
  })

  it('links only to places that the table knows', () => {
    expect([...english.values()].flatMap(linksIn).filter((link) => !Object.hasOwn(guideLinks, link))).toEqual([])
  })

  it('has two to four drawings', () => {
    const drawings = sections.filter((section: GuideSection) => section.drawing !== undefined).length
    expect(drawings).toBeGreaterThanOrEqual(2)
    expect(drawings).toBeLessThanOrEqual(4)
  })

  it('is a page short enough to read', () => {
    expect(existsSync(`app/routes/help.${name}.tsx`)).toBe(true)
    expect(guidePath(name)).toBe(`/help/${name}`)
    const words = [...english]
      .filter(([key]) => key !== 'description' && !key.startsWith('drawing.'))
      .flatMap(([, text]) => text.split(/\s+/)).length
    expect(words).toBeGreaterThanOrEqual(250)
    // The editor's guide is the longest.
    expect(words).toBeLessThanOrEqual(name === 'editor' ? 660 : 500)
  })
})

describe('a name or number in the guides', () => {
  /** The labels that guides name: when the screen is renamed, the guides must follow. */
  const labels: readonly (readonly [guide: string, namespace: string, ...keys: string[]])[] = [
    [
      'editor',
      'lists',
      'features.upload',
      'upload.submit',
      'action.report',
      'bar.moveTo',
      'action.sort',
      'bar.group',
      'bar.lock',
      'bar.skip',
      'channel.rename',
      'action.undo',
      'action.redo',
      'action.history',
      'deleted.title',
      'action.export',
      'action.saveAsMine',
      'tool.menu',
      'tool.names',
      'tool.duplicates',
      'action.compareWith',
      'action.mergeList',
      'action.orderFrom',
      'action.mine',
      'action.language',
      'action.print',
      'action.share',
      'action.putOnBox',
    ],
    ['editor', 'terminal', 'list.label', 'fetch.label'],
    ['editor', 'common', 'nav.features'],
    ['box-settings', 'terminal', 'fetch.label'],
    ['box-settings', 'common', 'nav.features', 'nav.terminal'],
    ['usb-network', 'common', 'nav.terminal'],
    ['mylink', 'mylink', 'of.mylink.title', 'of.mylink.add', 'pick.link', 'import.title'],
    ['mylink', 'mylink', 'of.audio.title'],
    ['mylink', 'common', 'nav.services'],
  ]

  it.each(tags)('matches the label on the screen, in %s', (language) => {
    for (const [guide, namespace, ...keys] of labels) {
      const guided = [...read(language, `guide-${guide}`).values()].join('\n')
      const screen = read(language, namespace)
      const unnamed = keys.filter(
        (key) => !guided.includes(`*${screen.get(key)}*`) && !guided.includes(`[${screen.get(key)}]`),
      )
      expect(
        unnamed.map((key) => `${key}: ${screen.get(key)}`),
        `${guide} names of ${namespace}`,
      ).toEqual([])
    }
  })

  it.each(tags)('matches the name of the help card, in %s', (language) => {
    const help = read(language, 'help')
    const contact = help.get('contact.link') ?? ''
    expect(help.get('on.more.text')?.toLowerCase()).toContain(contact.toLowerCase())
    const pages = read(language, 'provider')
    expect([contact, help.get('page.app.title'), help.get('page.regions.title')]).toEqual([
      pages.get('contact.title'),
      pages.get('app.title'),
      pages.get('regions.title'),
    ])
    expect(read(language, 'guide-vpn').get('start.step.1')).toContain(`[${help.get('page.app.title')}](app)`)
  })

  it.each(tags)('matches the limit of the portal, in %s', (language) => {
    const latin = (text = ''): string => text.replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)))
    const guide = read(language, 'guide-editor')
    // Thousands are grouped as each language writes them.
    expect(latin(guide.get('upload.note')).replace(/(\d)[.,٬\s](?=\d{3})/g, '$1')).toContain(
      String(limits.channelsPerList),
    )
    expect(latin(guide.get('undo.lead'))).toContain(String(restoreDays))
    expect(latin(guide.get('upload.step.3'))).toContain(String(limits.listNameCharacters))
    expect(latin(guide.get('marks.point.4'))).toContain(String(limits.nameCharacters))
  })
})
