/** Links between a wallet's pages, on each of them. The page must load the namespace `wallet`. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../tabs'
import { walletPages } from './places'

export const WalletTabs = () => {
  const { t } = useTranslation('wallet')
  const { pathname } = useLocation()
  if (walletPages.length < 2) return null
  const items = walletPages.map(({ href, key }) => ({ href, label: t(`link.${key}`), current: pathname === href }))
  return <Tabs items={items} label={t('link.label')} />
}
