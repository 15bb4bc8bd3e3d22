/** One clash between a list and a box's save: both values, and the choice between them. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { DifferenceSide, ReconcileClash } from '~/modules/channel-list/types'
import { FieldGroup } from '~/ui/field-group'
import { partText } from './part-text'
import { fieldText, valueText } from './value-text'

export const ClashChoice = ({ clash, kept }: { clash: ReconcileClash; kept: string | string[] | undefined }) => {
  const { t } = useTranslation(['merge', 'lists', 'tables', 'common'])
  const format = useFormat()
  const { field, part, mine, theirs, values, key } = clash
  const name = (mine ?? theirs)?.name
  const sideText = (one: DifferenceSide | null): string => {
    if (one === null) return field === 'existence' ? t('lists:clash.gone') : t('merge:both.ownOrder')
    switch (field) {
      case 'name':
        return one.name === '' ? t('lists:row.unnamed') : one.name
      case 'lock':
      case 'skip':
        return t(one[field] ? 'lists:clash.yes' : 'lists:clash.no')
      case 'position':
        return format.number(one.position)
      default:
        return t('merge:both.there')
    }
  }
  const textOf = (side: 'mine' | 'theirs'): string => {
    if (field.endsWith('.existence')) return t(values?.[side] === true ? 'merge:both.there' : 'lists:clash.gone')
    return values === null ? sideText(side === 'mine' ? mine : theirs) : valueText(field, values[side], t, format)
  }
  const title =
    part !== null
      ? partText(field, part, t)
      : name === undefined
        ? t('lists:clash.wholeList')
        : name === ''
          ? t('lists:row.unnamed')
          : name
  return (
    <FieldGroup
      legend={
        <>
          <bdi>{title}</bdi>
          {' · '}
          {fieldText(field, t)}
        </>
      }
    >
      {(['mine', 'theirs'] as const).map((side) => (
        <div key={side}>
          <label className="choice">
            <input type="radio" name={`c.${key}`} value={side} defaultChecked={(kept ?? clash.default) === side} />{' '}
            <span>
              <span className="muted">{t(side === 'mine' ? 'lists:compare.mine' : 'lists:compare.theirs')}</span>{' '}
              <bdi>{textOf(side)}</bdi>
            </span>
          </label>
        </div>
      ))}
    </FieldGroup>
  )
}
