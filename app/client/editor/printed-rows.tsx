/** For printing: every row that is shown, as a plain table. The grid holds only the rows in the window. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { PrintedTable } from '~/ui/channel-list/printed-list'
import { useEditor } from './context'
import { placeTexts, rowTexts, satelliteTexts } from './texts'
import { usePrinting } from './use-printing'

const Rows = () => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { columns, length, names, numbers, rows, rowCount, satellites, transponders } = useEditor().snapshot
  const printed = useMemo(() => {
    const { types } = rowTexts(t, format)
    const angles = satelliteTexts(satellites, t, format).map(({ angle }) => angle)
    const places = placeTexts(transponders)
    return Array.from({ length: rowCount }, (_, index) => {
      const place = rows?.[index] ?? index
      const sid = columns.sid[place] ?? -1
      return {
        number: format.number(numbers?.[place] ?? place + 1),
        name: names[place] ?? '',
        type: types[columns.type[place] ?? 3] ?? '',
        place: [angles[columns.satellite[place] ?? -1], places[columns.transponder[place] ?? -1]]
          .filter(Boolean)
          .join(' · '),
        sid: sid < 0 ? null : sid,
      }
    })
  }, [columns, format, names, numbers, rowCount, rows, satellites, t, transponders])
  return (
    <div className="ed-printed">
      {rowCount < length && <p className="only-print">{t('lists:page.printedPart')}</p>}
      <PrintedTable caption={t('lists:page.channels')} rows={printed} />
    </div>
  )
}

export const PrintedRows = () => (usePrinting() ? <Rows /> : null)
