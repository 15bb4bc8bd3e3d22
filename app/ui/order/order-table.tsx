/** The table of orders: short rows on a phone, and the actions for each row. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { OrderSummary } from '~/modules/order/view'
import { ButtonLink } from '../button'
import { Icon } from '../icon'
import { Menu } from '../menu'
import { Table, type Column } from '../table'
import { VisuallyHidden } from '../visually-hidden'
import { useAmounts } from './amounts'
import { useOrderColumns } from './order-columns'
import { againPath, orderPath } from './order-path'
import { StatusTag } from './status-tag'

/** The actions other than paying, as links in a menu. */
const RowMenu = ({ order }: { order: OrderSummary }) => {
  const { t } = useTranslation('order')
  const links = [
    { act: null, href: orderPath(order.number), text: t('act.details') },
    ...(order.status === 7 ? [{ act: null, href: orderPath(order.number, 'pay'), text: t('act.follow') }] : []),
    { act: 'receipt', href: orderPath(order.number, 'receipt'), text: t('act.receipt') },
    { act: 'order-again', href: againPath(order.number), text: t('act.again') },
    { act: 'cancel', href: orderPath(order.number, 'cancel'), text: t('act.cancel') },
    { act: 'delete', href: orderPath(order.number, 'delete'), text: t('act.delete') },
  ].filter(({ act }) => act === null || order.acts.some((one) => one === act))
  return (
    <Menu
      className="btn quiet"
      label={
        <>
          <span className="order-more" aria-hidden="true" data-words={t('act.more')} />
          <VisuallyHidden>{t('act.moreOf', { number: order.number })}</VisuallyHidden>
          <Icon name="down" />
        </>
      }
    >
      <ul className="menu-links">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a className="menu-item" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}

/** A payment window is shown in minutes; a longer time is better shown by its end. */
const longMinutes = 100

const useColumns = (now: string): Column<OrderSummary>[] => {
  const { t } = useTranslation('order')
  const format = useLocalFormat()
  const amounts = useAmounts()
  const { product, created } = useOrderColumns(format)
  /** The current meaning of the expiration time. */
  const until = ({ status, expiresAt, acts }: OrderSummary): string | null => {
    if (expiresAt === null) return null
    if (status === 1) return t('until.service', { date: format.date(expiresAt) })
    if (!acts.includes('pay')) return null
    const minutes = Math.max(1, Math.floor((Date.parse(expiresAt) - Date.parse(now)) / 60_000))
    return minutes < longMinutes
      ? t('until.left', { minutes: format.number(minutes) })
      : t('until.pay', { time: format.dateTime(expiresAt) })
  }
  return [
    product,
    {
      key: 'box',
      header: t('search.box'),
      cell: (order) => <bdi>{order.boxName}</bdi>,
    },
    created,
    {
      key: 'status',
      header: t('search.status'),
      cell: (order) => {
        const end = until(order)
        return (
          <>
            <StatusTag status={order.status} /> {end === null ? null : <span className="order-until">{end}</span>}
          </>
        )
      },
    },
    {
      key: 'price',
      header: t('column.price'),
      kind: 'number',
      phone: 'end',
      cell: (order) => <span className="strong">{amounts.usd(order.payPrice)}</span>,
    },
    {
      key: 'acts',
      header: <VisuallyHidden>{t('column.actions')}</VisuallyHidden>,
      kind: 'actions',
      phone: 'sub',
      cell: (order) => (
        <div className="order-acts">
          {order.acts.includes('pay') ? (
            <ButtonLink href={orderPath(order.number, 'pay')} aria-label={t('act.payOrder', { number: order.number })}>
              {t('act.pay')}
            </ButtonLink>
          ) : null}{' '}
          <RowMenu order={order} />
        </div>
      ),
    },
  ]
}

export const OrderTable = ({ orders, now }: { orders: readonly OrderSummary[]; now: string }) => {
  const { t } = useTranslation('order')
  return <Table caption={t('title')} columns={useColumns(now)} rows={orders} rowKey={({ number }) => number} />
}
