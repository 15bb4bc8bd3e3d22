/**
 * The rows of a list's channels in a plain table. Texts and formatters are fetched once and rows contain only elements,
 * so that a page of 100 rows costs the server little. On a phone each row becomes two lines (styles/lists.css).
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewColumn, ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { FavouriteTags } from './favourite-tags'
import { flagMark, keyMark, lockMark, skipMark } from './flag-marks'
import { nextViewSort, type ChannelTypeName } from './query'
import { ariaSortOf, sortMark } from './view-order'

export type ChannelRow = {
  id: number
  position: number
  /** The channel's own number, if it differs from the position. */
  number?: number
  name: string
  type: ChannelTypeName
  /** A key of `satellites`; −1 if the record has none. */
  satellite: number
  /** "11493 H 22000"; empty if the record has none. */
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
  /** The order in which rows are shown, null for the list's own, and the addresses of the others. */
  sort: ViewSort | null
  sortHref?: (sort: ViewSort | null) => string
  /** The name of the box that selects all matches on every page; null without such a box. */
  all: string | null
  allSelected: boolean
}

const typeTones: Record<ChannelTypeName, string> = { tv: 'tag info', radio: 'tag', data: 'tag', other: 'tag' }

/** Shared by many rows: texts, and elements that are created once for the whole table. */
const useRowParts = ({ satellites, groups }: Pick<ChannelTableProps, 'satellites' | 'groups'>) => {
  const { t } = useTranslation('lists')
  const { number } = useFormat()
  const type = (name: ChannelTypeName): ReactNode => <span className={typeTones[name]}>{t(`type.${name}`)}</span>
  const scrambled = t('row.scrambled')
  const [selectBefore = '', selectAfter = ''] = t('row.select', { name: '\u0000' }).split('\u0000')
  const favourites = new Map<number, ReactNode>()
  return {
    number,
    ownNumber: (own: number): string => t('row.number', { number: own }),
    unnamed: t('row.unnamed'),
    selectText: (name: string): string => selectBefore + name + selectAfter,
    types: { tv: type('tv'), radio: type('radio'), data: type('data'), other: type('other') },
    locked: flagMark(t('row.locked'), lockMark),
    skipped: flagMark(t('row.skipped'), skipMark),
    scrambled: (
      <span className="scrambled" title={scrambled}>
        {keyMark}
        <span className="scrambled-text">{scrambled}</span>
      </span>
    ),
    satellites: new Map(
      [...satellites].map(([index, { name, angle }]) => [
        index,
        <>
          <bdi className="satellite-name">{name}</bdi>{' '}
          <bdi className="satellite-angle muted" dir="ltr">
            {angle}
          </bdi>
        </>,
      ]),
    ),
    favouritesOf: (bits: number): ReactNode => {
      if (bits === 0) return null
      const known = favourites.get(bits)
      if (known !== undefined) return known
      const made = <FavouriteTags groups={groups.filter((_, group) => bits & (1 << group))} number={number} />
      favourites.set(bits, made)
      return made
    },
  }
}
type RowParts = ReturnType<typeof useRowParts>

const ltrCode = (text: string | number): ReactNode => (
  <bdi className="code" dir="ltr">
    {text}
  </bdi>
)

/** Called as a function: as a component it would cost each row as much as a cell. */
const channelRow = (
  row: ChannelRow,
  parts: RowParts,
  { listPath, canSelect, selected }: Pick<ChannelTableProps, 'listPath' | 'canSelect' | 'selected'>,
): ReactNode => {
  const name = row.name === '' ? parts.unnamed : row.name
  return (
    <tr key={row.id} role="row" id={`c-${row.id}`}>
      {canSelect && (
        <td role="cell" className="c-check">
          <input
            type="checkbox"
            name="id"
            value={row.id}
            defaultChecked={selected.has(row.id)}
            aria-label={parts.selectText(name)}
          />
        </td>
      )}
      <td role="cell" className="c-number n">
        {parts.number(row.position)}
      </td>
      <td role="cell" className="c-name">
        <a href={`${listPath}/channels/${row.id}`} className={row.name === '' ? 'muted' : 'name'} dir="auto">
          {name}
        </a>
        {row.number !== undefined && ' '}
        {row.number !== undefined && <span className="tag">{parts.ownNumber(row.number)}</span>}
        {row.lock && ' '}
        {row.lock && parts.locked}
        {row.skip && ' '}
        {row.skip && parts.skipped}
      </td>
      <td role="cell" className="c-satellite">
        {parts.satellites.get(row.satellite)}
      </td>
      <td role="cell" className="c-place">
        {row.place !== '' && ltrCode(row.place)}
      </td>
      <td role="cell" className="c-type">
        {parts.types[row.type]}
        {row.scrambled === true && ' '}
        {row.scrambled === true && parts.scrambled}
      </td>
      <td role="cell" className="c-favourite">
        {parts.favouritesOf(row.favourites)}
      </td>
      <td role="cell" className="c-sid n">
        {row.sid !== null && ltrCode(row.sid)}
      </td>
    </tr>
  )
}

/** The column heads: each links to the same rows in the order of its column. */
const heads: readonly { column: ViewColumn; text: string; className?: string }[] = [
  { column: 'position', text: 'number', className: 'n' },
  { column: 'name', text: 'channel' },
  { column: 'satellite', text: 'satellite' },
  { column: 'frequency', text: 'transponder' },
  { column: 'type', text: 'type' },
  { column: 'favourite', text: 'favourite' },
  { column: 'sid', text: 'sid', className: 'n' },
]

type HeadProps = Pick<ChannelTableProps, 'canSelect' | 'all' | 'allSelected' | 'sort' | 'sortHref'>

const HeadRow = ({ canSelect, all, allSelected, sort, sortHref }: HeadProps) => {
  const { t } = useTranslation('lists')
  return (
    <tr role="row">
      {canSelect && (
        <th role="columnheader" scope="col" className="c-check">
          {all === null ? (
            <span className="hidden-visually">{t('column.select')}</span>
          ) : (
            <label className="check-all" title={all}>
              <input type="checkbox" name="all" value="1" defaultChecked={allSelected} />{' '}
              <span className="check-all-text">{all}</span>
            </label>
          )}
        </th>
      )}
      {heads.map(({ column, text, className }) => (
        <th
          key={column}
          role="columnheader"
          scope="col"
          className={className}
          aria-sort={sortHref ? ariaSortOf(sort, column) : undefined}
        >
          {sortHref ? (
            <a href={sortHref(nextViewSort(sort, column))} className="muted" data-keep-scroll="">
              {t(`column.${text}`)}
              <span aria-hidden="true">{sortMark(sort, column)}</span>
            </a>
          ) : (
            t(`column.${text}`)
          )}
        </th>
      ))}
    </tr>
  )
}

export const ChannelTable = (props: ChannelTableProps) => {
  const { t } = useTranslation('lists')
  const parts = useRowParts(props)
  return (
    <table className="channels" role="table">
      <caption className="hidden-visually">{t('page.channels')}</caption>
      <thead role="rowgroup">
        <HeadRow {...props} />
      </thead>
      <tbody role="rowgroup">{props.rows.map((row) => channelRow(row, parts, props))}</tbody>
    </table>
  )
}
