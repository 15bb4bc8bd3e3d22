/**
 * Rows and columns on a desktop, two-line rows on a phone. There a column is at the row's head (`lead`), its first line
 * (`main`), the end of that (`end`), part of the second line (`sub`), on its own line (`full`) or left out (`hide`).
 * Roles are explicit, because a phone's layout would remove the table's semantics.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  kind?: 'check' | 'name' | 'number' | 'quiet' | 'actions'
  phone?: 'lead' | 'main' | 'end' | 'sub' | 'full' | 'hide'
  /** On a phone, which has no table head, the header stands before the value: as text, or drawn by a style sheet. */
  phoneLabel?: true | 'drawn'
}

export type TableProps<Row> = {
  /** For screen readers, which don't connect the heading above to the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** With more rows, a table may exceed its maximum height on a desktop and scroll: then it must be focusable. */
const shortRows = 10

const placeOf = ({ kind, phone }: Pick<Column<never>, 'kind' | 'phone'>): string =>
  phone ?? (kind === 'name' ? 'main' : kind === 'actions' ? 'full' : 'sub')

const classOf = (column: Pick<Column<never>, 'kind' | 'phone'>): string =>
  [column.kind === 'number' ? 'n' : '', column.kind ? `cell-${column.kind}` : '', `at-${placeOf(column)}`]
    .filter(Boolean)
    .join(' ')

const PhoneLabel = ({ text, isDrawn }: { text: string; isDrawn: boolean }) =>
  isDrawn ? (
    <span className="cell-label" data-label={text} aria-hidden="true" />
  ) : (
    <span className="cell-label">{text}</span>
  )

export const Table = <Row,>({ caption, columns, rows, rowKey }: TableProps<Row>) => {
  const { t } = useTranslation()
  const looks = columns.map(classOf)
  return (
    <div
      className={rows.length > shortRows ? 'table-wrap table-tall' : 'table-wrap'}
      // Not a region: the card around it is one, often of the same name.
      {...(rows.length > shortRows ? { role: 'group', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      <table className="table" role="table">
        <caption className="hidden-visually">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, index) => (
              <th key={column.key} scope="col" role="columnheader" className={looks[index]}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column, index) => (
                <td key={column.key} role="cell" className={looks[index]}>
                  {column.phoneLabel && (
                    <PhoneLabel
                      text={`${t('label', { label: column.header })} `}
                      isDrawn={column.phoneLabel === 'drawn'}
                    />
                  )}
                  {/* So that a finger hits the whole label, not only the box. */}
                  {column.kind === 'check' ? <label>{column.cell(row)}</label> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
