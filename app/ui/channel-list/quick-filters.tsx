/** The one-press filters beside the search: links, so that they work without scripts. */
import { useTranslation } from 'react-i18next'
import type { ChannelFilter } from './query'

const quickFilters = [
  { key: 'tv', part: { type: 'tv' }, text: 'type.tv' },
  { key: 'radio', part: { type: 'radio' }, text: 'type.radio' },
  { key: 'free', part: { scrambled: false }, text: 'filter.free' },
  { key: 'scrambled', part: { scrambled: true }, text: 'filter.scrambledOnly' },
] as const satisfies readonly { key: string; part: ChannelFilter; text: string }[]

type QuickFiltersProps = {
  filter: ChannelFilter
  /** The address of a filter. */
  hrefOf(filter: ChannelFilter): string
}

/** How many filters are set in addition to the search. */
export const countParts = ({ search: _, ...parts }: ChannelFilter): number =>
  Object.values(parts).filter((value) => value !== undefined).length

export const QuickFilters = ({ filter, hrefOf }: QuickFiltersProps) => {
  const { t } = useTranslation('lists')
  return (
    <ul className="quick">
      {quickFilters.map(({ key, part, text }) => {
        const parts = Object.entries(part) as [keyof ChannelFilter, never][]
        const isOn = parts.every(([name, value]) => filter[name] === value)
        const off = Object.fromEntries(parts.map(([name]) => [name, undefined]))
        return (
          <li key={key}>
            <a
              className="chip"
              href={hrefOf({ ...filter, ...(isOn ? off : part) })}
              aria-current={isOn ? 'true' : undefined}
              data-keep-scroll=""
            >
              {t(text)}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
