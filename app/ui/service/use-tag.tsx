/** Where a service is used, unless that is the box itself. */
import { useTranslation } from 'react-i18next'
import { Tag } from '../tag'
import type { ServiceUse } from './view'

export const UseTag = ({ use }: { use: ServiceUse }) => {
  const { t } = useTranslation('service')
  return use.place === 'box' ? null : <Tag>{t(`place.${use.place}`)}</Tag>
}
