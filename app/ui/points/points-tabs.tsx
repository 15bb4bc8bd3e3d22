/** Links between the pages of points, on each of them. The page must load the namespace `points`. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../tabs'

const pages = [
  { href: '/points', key: 'details' },
  { href: '/points/purchase', key: 'purchase' },
  { href: '/points/orders', key: 'orders' },
  { href: '/points/invite', key: 'invite' },
] as const

export const PointsTabs = () => {
  const { t } = useTranslation('points')
  const { pathname } = useLocation()
  const items = pages.map(({ href, key }) => ({ href, label: t(`tabs.${key}`), current: pathname === href }))
  return <Tabs items={items} label={t('tabs.label')} />
}
