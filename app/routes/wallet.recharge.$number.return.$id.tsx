/** Asks the customer where to send back a deposit of a recharge that can't be credited, as for an order. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import styles from '~/styles/order.css'
import { rechargePath } from '~/ui/order/order-path'
import { ReturnView, returnHandle } from '~/ui/order/return-view'
import { returnAction, showHeld } from '~/web/order/return-action.server'
import { requireHeldOfRecharge } from '~/web/wallet/recharge-form.server'

export const handle = returnHandle(['wallet', 'order'])
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async (args: LoaderFunctionArgs) => showHeld(await requireHeldOfRecharge(args))

export const action = async (args: ActionFunctionArgs) => {
  const asked = await requireHeldOfRecharge(args)
  return returnAction(args, asked, rechargePath(asked.number))
}

const Return = () => {
  const { t } = useTranslation('wallet')
  return <ReturnView list={{ href: '/wallet', label: t('wallet.title') }} pathOf={rechargePath} />
}
export default Return
