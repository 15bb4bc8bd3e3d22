/** Satellites and transponders from another list, such as one made from a satellites.xml. */
import { useTranslation } from 'react-i18next'
import { CheckField } from '~/ui/field'
import { isOn, type FieldsProps } from './field-parts'
import { ListField } from './list-field'

export const SkyFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <ListField data={data} label={t('sky.list')} any={t('from.choose')} />
      <CheckField name="all" label={t('sky.all')} value="1" defaultChecked={isOn(data, 'all')} />
    </>
  )
}
