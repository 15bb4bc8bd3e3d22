/**
 * The rows of a list's channels in a plain table. Texts and formatters are fetched once and rows contain only elements,
 * so that a page of 100 rows costs the server little. On a phone each row becomes two lines (styles/lists.css).
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { FavouriteTags } from './favourite-tags'
import type { ChannelTypeName } from './query'

export type ChannelRow = {
  id: number
  position: number
  name: string
  type: ChannelTypeName
  /** A key of `satellites`, −1 where the record has none. */
  satellite: number
  /** "11493 H 22000", empty where the record has none. */
  place: string
  sid: number | null
  scrambled: boolean | null
  lock: boolean
  skip: boolean
  /** Bit n set means member of favourite group n. */
  favourites: number
}

type ChannelTableProps = {
  rows: readonly ChannelRow[]
  /** Satellite texts by index: the name, and the short form of the angle. */
  satellites: ReadonlyMap<number, { name: string; angle: string }>
  /** Names of the favourite groups by index. */
  groups: readonly string[]
  /** The list's address; a channel's details are below it. */
  listPath: string
  /** Shows check boxes, for people who may change the list. They belong to the form around the table. */
  canSelect: boolean
  selected: ReadonlySet<number>
}

const typeTones: Record<ChannelTypeName, string> = { tv: 'tag info', radio: 'tag', data: 'tag', other: 'tag' }

const Lock = () => (
  <svg className="flag" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path
      d="M3 7h1V5a4 4 0 0 1 8 0v2h1a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Zm3 0h4V5a2 2 0 0 0-4 0Z"
      fill="currentColor"
    />
  </svg>
)
const Key = () => (
  <svg className="flag" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path
      d="M5 4a4 4 0 1 0 3.9 5H11v2h2V9h2V7H8.9A4 4 0 0 0 5 4Zm0 2.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z"
      fill="currentColor"
    />
  </svg>
)
const Skip = () => (
  <svg className="flag flag-directed" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path d="m2 3 6 5-6 5ZM8 3l5 4V3h2v10h-2V9l-5 4Z" fill="currentColor" />
  </svg>
)

export const ChannelTable = ({ rows, satellites, groups, listPath, canSelect, selected }: ChannelTableProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const types: Record<ChannelTypeName, string> = {
    tv: t('type.tv'),
    radio: t('type.radio'),
    data: t('type.data'),
    other: t('type.other'),
  }
  const locked = t('row.locked')
  const skipped = t('row.skipped')
  const scrambled = t('row.scrambled')
  const unnamed = t('row.unnamed')
  const selectName = t('row.select', { name: '\u0000' }).split('\u0000')
  const number = format.number
  const favouritesOf = (bits: number): string[] => {
    if (bits === 0) return []
    const names: string[] = []
    for (let group = 0; group < groups.length; group++) if (bits & (1 << group)) names.push(groups[group] ?? '')
    return names
  }
  return (
    <table className="channels" role="table">
      <caption className="hidden-visually">{t('page.channels')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {canSelect && (
            <th role="columnheader" scope="col" className="c-check">
              <span className="hidden-visually">{t('column.select')}</span>
            </th>
          )}
          <th role="columnheader" scope="col" className="n">
            {t('column.number')}
          </th>
          <th role="columnheader" scope="col">
            {t('column.channel')}
          </th>
          <th role="columnheader" scope="col">
            {t('column.satellite')}
          </th>
          <th role="columnheader" scope="col">
            {t('column.transponder')}
          </th>
          <th role="columnheader" scope="col">
            {t('column.type')}
          </th>
          <th role="columnheader" scope="col">
            {t('column.favourite')}
          </th>
          <th role="columnheader" scope="col" className="n">
            {t('column.sid')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const satellite = satellites.get(row.satellite)
          const name = row.name === '' ? unnamed : row.name
          return (
            <tr key={row.id} role="row" id={`c-${row.id}`}>
              {canSelect && (
                <td role="cell" className="c-check">
                  <input
                    type="checkbox"
                    name="id"
                    value={row.id}
                    defaultChecked={selected.has(row.id)}
                    aria-label={`${selectName[0] ?? ''}${name}${selectName[1] ?? ''}`}
                  />
                </td>
              )}
              <td role="cell" className="c-number n">
                {number(row.position)}
              </td>
              <td role="cell" className="c-name">
                <a href={`${listPath}/channels/${row.id}`} className={row.name === '' ? 'muted' : 'name'} dir="auto">
                  {name}
                </a>
                {row.lock && (
                  <>
                    {' '}
                    <span className="flags" title={locked}>
                      <Lock />
                      <span className="hidden-visually">{locked}</span>
                    </span>
                  </>
                )}
                {row.skip && (
                  <>
                    {' '}
                    <span className="flags" title={skipped}>
                      <Skip />
                      <span className="hidden-visually">{skipped}</span>
                    </span>
                  </>
                )}
              </td>
              <td role="cell" className="c-satellite">
                {satellite && (
                  <>
                    <bdi className="satellite-name">{satellite.name}</bdi>{' '}
                    <bdi className="satellite-angle muted" dir="ltr">
                      {satellite.angle}
                    </bdi>
                  </>
                )}
              </td>
              <td role="cell" className="c-place">
                {row.place !== '' && (
                  <bdi className="code" dir="ltr">
                    {row.place}
                  </bdi>
                )}
              </td>
              <td role="cell" className="c-type">
                <span className={typeTones[row.type]}>{types[row.type]}</span>
                {row.scrambled === true && (
                  <>
                    {' '}
                    <span className="scrambled" title={scrambled}>
                      <Key />
                      <span className="scrambled-text">{scrambled}</span>
                    </span>
                  </>
                )}
              </td>
              <td role="cell" className="c-favourite">
                {row.favourites !== 0 && <FavouriteTags groups={favouritesOf(row.favourites)} number={number} />}
              </td>
              <td role="cell" className="c-sid n">
                {row.sid !== null && (
                  <bdi className="code" dir="ltr">
                    {row.sid}
                  </bdi>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
