/** The column of boxes that select rows of a form; each box posts its row's id as `id`. */
import type { TFunction } from 'i18next'
import type { Column } from './table'
import { tickedBox } from './ticked-error'

type Tickable = { id: string | number; name: string }
type TickColumn<Row> = {
  t: TFunction
  /** The namespace with the texts. */
  texts: 'lists' | 'mylink'
  isTicked(row: Row): boolean
  /** The message about the ticked rows. */
  error?: string | null
  /** The row whose box the message links to. */
  first?: Row | undefined
  isDisabled?(row: Row): boolean
}

export const tickColumn = <Row extends Tickable>(of: TickColumn<Row>): Column<Row> => ({
  key: 'tick',
  header: <span className="hidden-visually">{of.t(`${of.texts}:column.select`)}</span>,
  kind: 'check',
  phone: 'lead',
  cell: (row) => (
    <input
      type="checkbox"
      name="id"
      value={row.id}
      disabled={of.isDisabled?.(row)}
      defaultChecked={of.isTicked(row)}
      {...tickedBox('id', of.error ?? null, row.id === of.first?.id)}
      aria-label={of.t(`${of.texts}:row.select`, { name: row.name || of.t('lists:row.unnamed') })}
    />
  ),
})
