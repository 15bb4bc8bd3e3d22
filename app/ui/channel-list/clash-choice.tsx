/** One clash between a list and a box's save: both values, and the choice between them. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { DifferenceSide, ReconcileClash } from '~/modules/channel-list/types'
import { FieldGroup } from '~/ui/field-group'

export const ClashChoice = ({ clash, kept }: { clash: ReconcileClash; kept: string | string[] | undefined }) => {
  const { t } = useTranslation(['merge', 'lists'])
  const format = useFormat()
  const { field, mine, theirs, key } = clash
  const name = (mine ?? theirs)?.name
  const valueOf = (side: DifferenceSide | null): string => {
    if (side === null) return field === 'existence' ? t('lists:clash.gone') : ''
    switch (field) {
      case 'name':
        return side.name === '' ? t('lists:row.unnamed') : side.name
      case 'lock':
      case 'skip':
        return t(side[field] ? 'lists:clash.yes' : 'lists:clash.no')
      case 'position':
        return format.number(side.position)
      default:
        return t('merge:both.there')
    }
  }
  return (
    <FieldGroup
      legend={
        <>
          <bdi>{name === undefined ? t('lists:clash.wholeList') : name === '' ? t('lists:row.unnamed') : name}</bdi>
          {' · '}
          {t(`lists:clash.fields.${field}`)}
        </>
      }
    >
      {(['mine', 'theirs'] as const).map((side) => (
        <div key={side}>
          <label className="choice">
            <input type="radio" name={`c.${key}`} value={side} defaultChecked={(kept ?? clash.default) === side} />{' '}
            <span>
              <span className="muted">{t(side === 'mine' ? 'lists:compare.mine' : 'lists:compare.theirs')}</span>{' '}
              <bdi>{valueOf(side === 'mine' ? mine : theirs)}</bdi>
            </span>
          </label>
        </div>
      ))}
    </FieldGroup>
  )
}
