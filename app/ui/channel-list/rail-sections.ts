/**
 * The contents of a list's rail, for the plain page and for the editor. A new section is a function of the facts here.
 */
import type { TFunction } from 'i18next'
import type { Only } from '~/engine/types'
import type { Formats } from '~/i18n/format'
import { plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { groupName } from './group-name'
import { isFiltered, onlyNames, type ChannelFilter } from './query'
import type { RailEntry, RailSection } from './rail'
import type { SkyDot } from './rail-sky'

/** The names of the default categories in the page's language, by their own names. */
export type CategoryNames = Readonly<Record<string, string>>

export type RailFacts = {
  /** How many channels the list has. */
  total: number
  filter: ChannelFilter
  satellites: readonly { index: number; name: string; angle: number | null; channels: number }[]
  groups: readonly { index: number; name: string; channels: number }[]
  categories: readonly { id: number; name: string; channels: number }[]
  categoryNames: CategoryNames
  /** How many channels are odd in each way; null until they are counted. */
  odd: Readonly<Record<Only, number>> | null
  /** The address of a filter. */
  hrefOf(filter: ChannelFilter): string
}

/** The rail's texts are in the namespace `lists`. */
type Words = { t: TFunction; format: Formats }

/** A page of the list, next to the page of its channels. */
const pageOf = ({ hrefOf }: RailFacts, page: string): string => `${hrefOf({}).replace(/[?#].*$/, '')}/${page}`

/** An entry adds its filter to the current ones: within a satellite, a group shows that satellite's channels. */
const withPart = (filter: ChannelFilter, part: ChannelFilter): ChannelFilter => ({ ...filter, ...part })

const allSection = ({ total, filter, hrefOf }: RailFacts, { t }: Words): RailSection => ({
  key: 'all',
  title: null,
  entries: [{ key: 'all', text: t('lists:rail.all'), count: total, href: hrefOf({}), current: !isFiltered(filter) }],
})

const satelliteSection = (facts: RailFacts, { t, format }: Words): RailSection => ({
  key: 'satellites',
  title: t('lists:rail.satellites'),
  page: pageOf(facts, 'satellites'),
  entries: facts.satellites
    .filter(({ channels }) => channels > 0)
    .map(({ index, name, angle, channels }): RailEntry => {
      const current = facts.filter.satellite === index
      return {
        key: String(index),
        text: plainSatelliteName(name) || t('lists:satellite.unnamed'),
        note: shortAngleText(angle, t, format),
        count: channels,
        href: facts.hrefOf(withPart(facts.filter, { satellite: current ? undefined : index, transponder: undefined })),
        current,
      }
    }),
})

const groupSection = (facts: RailFacts, { t }: Words): RailSection => ({
  key: 'groups',
  title: t('lists:rail.groups'),
  page: pageOf(facts, 'groups'),
  entries: facts.groups.map(({ index, name, channels }): RailEntry => {
    const current = facts.filter.favourite === index
    return {
      key: String(index),
      text: groupName(name, index, t),
      mark: '★',
      count: channels,
      href: facts.hrefOf(withPart(facts.filter, { favourite: current ? undefined : index })),
      current,
    }
  }),
})

/** The categories that have channels. */
const categorySection = (facts: RailFacts, { t }: Words): RailSection => ({
  key: 'categories',
  title: t('lists:rail.categories'),
  page: pageOf(facts, 'categories'),
  entries: facts.categories.flatMap(({ id, name, channels }): RailEntry[] => {
    const current = facts.filter.category === id
    if (channels === 0 && !current) return []
    const href = facts.hrefOf(withPart(facts.filter, { category: current ? undefined : id }))
    return [{ key: String(id), text: facts.categoryNames[name] ?? name, count: channels, href, current }]
  }),
})

/**
 * What is worth a look. A kind that applies to no channel or to every channel has no entry, unless the rows are
 * filtered by it.
 */
const lookSection = ({ odd, total, filter, hrefOf }: RailFacts, { t }: Words): RailSection => ({
  key: 'look',
  title: t('lists:rail.look'),
  entries: onlyNames.flatMap((only): RailEntry[] => {
    const current = filter.only === only
    if (!odd || ((odd[only] === 0 || odd[only] === total) && !current)) return []
    return [
      {
        key: only,
        text: t(`lists:filter.onlyOf.${only}`),
        count: odd[only],
        href: hrefOf(withPart(filter, { only: current ? undefined : only })),
        current,
      },
    ]
  }),
})

/** In display order. */
const sections: readonly ((facts: RailFacts, words: Words) => RailSection)[] = [
  allSection,
  satelliteSection,
  groupSection,
  categorySection,
  lookSection,
]

export const railSections = (facts: RailFacts, t: TFunction, format: Formats): RailSection[] =>
  sections.map((section) => section(facts, { t, format }))

/** The satellites with an angle, as the small sky draws them. */
export const skyDots = ({ satellites, filter, hrefOf }: RailFacts): SkyDot[] =>
  satellites.flatMap(({ index, angle, channels }) =>
    angle === null || channels === 0
      ? []
      : [
          {
            key: String(index),
            angle,
            channels,
            href: hrefOf({
              ...filter,
              satellite: filter.satellite === index ? undefined : index,
              transponder: undefined,
            }),
            chosen: filter.satellite === index,
          },
        ],
  )
