/** The texts that differ between MyLink and audio, and the way back from their pages. */
import type { TFunction } from 'i18next'
import type { Crumb } from '../breadcrumb'
import { homeOf, type LinkService, type ShelfView } from './view'

export const wordsOf = {
  mylink: {
    texts: ['mylink', 'parts'],
    title: 'mylink:title',
    kind: 'mylink:channels',
    links: 'mylink:category.one',
    caption: 'mylink:column.channels',
    add: 'mylink:channel.add',
    addSubmit: 'mylink:channel.addSubmit',
    several: 'mylink:many.title',
    perLine: 'mylink:many.field',
    edit: 'mylink:channel.edit',
    remove: 'mylink:channel.delete',
    empty: 'mylink:channel.empty',
    emptyText: 'mylink:channel.emptyText',
  },
  audio: {
    texts: ['audio', 'mylink', 'parts'],
    title: 'audio:title',
    kind: 'mylink:audio',
    links: 'audio:title',
    caption: 'audio:title',
    add: 'audio:add',
    addSubmit: 'audio:addSubmit',
    several: 'audio:several',
    perLine: 'audio:perLine',
    edit: 'audio:edit',
    remove: 'audio:delete',
    empty: 'audio:empty',
    emptyText: 'audio:emptyText',
  },
} as const
type Words = (typeof wordsOf)[LinkService]

type Named =
  | { shelf?: { name: string | null }; link?: { name: string }; isCategory?: boolean; count?: number }
  | undefined

/** The question before links or a category are deleted. */
export const removalTitle = (
  t: TFunction,
  service: LinkService,
  { shelf, isCategory, count }: { shelf: { name: string | null }; isCategory: boolean; count: number },
): string =>
  isCategory
    ? t('mylink:category.deleteTitle', { name: shelf.name })
    : t('mylink:remove.title', { what: t(wordsOf[service].kind, { count }) })

/** A route's handle: its namespaces and title; on the page of a category or a link, its name. */
export const handleOf = (service: LinkService, title: Exclude<keyof Words, 'texts'> | `${string}:${string}`) => ({
  i18n: [...wordsOf[service].texts],
  title: (data: Named, t: TFunction): string => {
    if (data?.isCategory !== undefined && data.shelf !== undefined)
      return removalTitle(t, service, { shelf: data.shelf, isCategory: data.isCategory, count: data.count ?? 0 })
    return (
      (title === 'links' ? data?.shelf?.name : title === 'edit' ? data?.link?.name : null) ??
      t(title in wordsOf[service] ? wordsOf[service][title as 'title'] : title)
    )
  },
})

export const sheetsOf =
  (...sheets: readonly string[]) =>
  () =>
    sheets.map((href) => ({ rel: 'stylesheet', href }))

/** The breadcrumbs from the service's home to a page about links. */
export const crumbsOf = (t: TFunction, { service, path, name }: ShelfView): Crumb[] => [
  { href: homeOf(service), label: t(wordsOf[service].title) },
  ...(name === null ? [] : [{ href: path, label: name }]),
]
