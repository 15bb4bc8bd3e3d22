/** One conflict between a list and a box's save: both values, and the choice between them. */
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '~/ui/field-group'
import { Radio } from '~/ui/radio'

type Side = 'mine' | 'theirs'
/** A conflict in words. */
export type ShownClash = { key: string; title: string; field: string; default: Side } & Record<Side, string>

export const ClashChoice = ({ clash, kept }: { clash: ShownClash; kept: string | string[] | undefined }) => {
  const { t } = useTranslation('lists')
  return (
    <FieldGroup
      legend={
        <>
          <bdi>{clash.title}</bdi>
          {' · '}
          {clash.field}
        </>
      }
    >
      {(['mine', 'theirs'] as const).map((side) => (
        <Radio key={side} name={`c.${clash.key}`} value={side} checked={(kept ?? clash.default) === side}>
          <span className="muted">{t(`compare.${side}`)}</span> <bdi>{clash[side]}</bdi>
        </Radio>
      ))}
    </FieldGroup>
  )
}
