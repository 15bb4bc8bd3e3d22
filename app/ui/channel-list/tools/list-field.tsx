/** The choice of another list. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { SelectField, type Option } from '~/ui/field'
import { isolate } from '../joined'
import type { ListChoice, ToolData } from './types'

/** The choice of another list: the user's own first, then the ready-made ones. */
export const ListField = ({ data, label, any }: { data: ToolData; label: string; any: string }) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const optionOf = ({ id, name, channels }: ListChoice): Option => ({
    value: id,
    label: `${isolate(name)} (${format.number(channels)})`,
  })
  const own = data.choices.filter(({ owned }) => owned)
  const others = data.choices.filter(({ owned }) => !owned)
  return (
    <SelectField
      name="list"
      label={label}
      defaultValue={data.other}
      options={[
        { value: '', label: any },
        ...(own.length > 0 ? [{ label: t('tools:lists.own'), options: own.map(optionOf) }] : []),
        ...(others.length > 0 ? [{ label: t('tools:lists.ready'), options: others.map(optionOf) }] : []),
      ]}
    />
  )
}
