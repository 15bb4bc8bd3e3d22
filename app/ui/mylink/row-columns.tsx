/** The columns that a table of links and a table of channels to be picked share: a box to tick, and the position. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { Column } from '../table'
import { tickColumn } from '../tick-column'
import type { Kept } from './kept'

type Row = { id: string | number; name: string; position: number }

/** `first`: the row whose box the error message belongs to. */
export const useRowColumns = <R extends Row>(kept: Kept, first: R | undefined, isTicked: (row: R) => boolean) => {
  const { t } = useTranslation('mylink')
  const format = useFormat()
  const pick = tickColumn<R>({ t, texts: 'mylink', isTicked, error: kept.error('id'), first })
  const number: Column<R> = {
    key: 'number',
    header: t('column.number'),
    kind: 'number',
    phone: 'lead',
    cell: ({ position }) => format.number(position),
  }
  return { pick, number }
}
