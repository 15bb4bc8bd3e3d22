/**
 * A whole list on a single page, in sections: for printing, and for people who only read. Roles are explicit, because
 * the two-line rows of a phone would remove the table’s semantics.
 */
import { useTranslation } from 'react-i18next'

/** `number`: in the reader's digits, like everything except broadcast codes. */
export type PrintedRow = { number: string; name: string; type: string; place: string; sid: number | null }
/** `channels`: the number of channels. A very long page shows only the first as rows. */
export type PrintedSection = { title: string | null; channels: number; rows: PrintedRow[] }

export const PrintedTable = ({ caption, rows }: { caption: string; rows: readonly PrintedRow[] }) => {
  const { t } = useTranslation('lists')
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
            <td role="cell">{row.number}</td>
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

/** `none`: why there are no rows, if there are none. `groups`: the address of the groups, if those are empty. */
export const PrintedList = ({
  name,
  none,
  groups = null,
  sections,
}: {
  name: string
  none: string | null
  groups?: string | null
  sections: readonly PrintedSection[]
}) => {
  const { t } = useTranslation('lists')
  if (none !== null)
    return (
      <p>
        {none}{' '}
        {groups !== null && (
          <a className="no-print" href={groups}>
            {t('rail.groups')}
          </a>
        )}
      </p>
    )
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
