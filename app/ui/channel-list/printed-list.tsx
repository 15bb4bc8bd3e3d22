/**
 * A list whole on one page, in its sections: for paper, and for readers who only read. Roles are explicit, because the
 * two-line rows of a phone would remove the table’s semantics.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'

export type PrintedRow = { number: number; name: string; type: string; place: string; sid: number | null }
/** `channels`: how many there are, of which a very long page has only the first as rows. */
export type PrintedSection = { title: string | null; channels: number; rows: PrintedRow[] }

export const PrintedTable = ({ caption, rows }: { caption: string; rows: readonly PrintedRow[] }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <table className="printed" role="table">
      <caption className="hidden-visually">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col">{t('column.number')}</th>
          <th scope="col">{t('column.channel')}</th>
          <th scope="col">{t('column.type')}</th>
          <th scope="col">{t('column.transponder')}</th>
          <th scope="col">{t('column.sid')}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, at) => (
          <tr key={at} role="row">
            <td role="cell">{format.number(row.number)}</td>
            <td role="cell">
              <bdi className={row.name === '' ? 'muted' : 'name'}>{row.name || t('row.unnamed')}</bdi>
            </td>
            <td role="cell">{row.type}</td>
            <td role="cell">
              <bdi dir="ltr">{row.place}</bdi>
            </td>
            <td role="cell">{row.sid ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const PrintedList = ({ name, sections }: { name: string; sections: readonly PrintedSection[] }) => {
  const { t } = useTranslation('lists')
  return (
    <>
      {sections.map(({ title, channels, rows }) => (
        <section key={title} className="printed-section">
          {title !== null && (
            <h2>
              <bdi>{title}</bdi> <span className="muted small">{t('channels.count', { count: channels })}</span>
            </h2>
          )}
          <PrintedTable caption={title ?? name} rows={rows} />
        </section>
      ))}
    </>
  )
}
