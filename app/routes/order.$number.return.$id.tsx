/**
 * Asks the customer where to send back a deposit that can't be credited; the answer can be changed until it is sent.
 */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import styles from '~/styles/order.css'
import { orderPath } from '~/ui/order/order-path'
import { ReturnView, returnHandle } from '~/ui/order/return-view'
import { returnAction, showHeld } from '~/web/order/return-action.server'
import { requireHeld } from '~/web/order/require-order.server'

export const handle = returnHandle(['order'])
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async (args: LoaderFunctionArgs) => showHeld(await requireHeld(args))

export const action = async (args: ActionFunctionArgs) => {
  const asked = await requireHeld(args)
  return returnAction(args, asked, orderPath(asked.number))
}

const Return = () => {
  const { t } = useTranslation('order')
  return <ReturnView list={{ href: '/order', label: t('title') }} pathOf={orderPath} />
}
export default Return
