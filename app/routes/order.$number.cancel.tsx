/** Asks before an unpaid order is cancelled, and cancels it. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/order.css'
import { OrderQuestion } from '~/ui/order/order-question'
import { answerAboutOrder, askAboutOrder } from '~/web/order/order-question.server'

export const handle = {
  i18n: ['order'],
  title: (data, t) => t('order:cancel.title', { number: data?.order.number ?? '' }),
} satisfies RouteHandle<{ order: { number: string } }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = (args: LoaderFunctionArgs) => askAboutOrder(args, 'cancel')

export const action = (args: ActionFunctionArgs) => answerAboutOrder(args, 'cancel')

const Page = () => (
  <OrderQuestion
    act="cancel"
    order={useLoaderData<typeof loader>().order}
    failure={useActionData<typeof action>()?.failure}
  />
)
export default Page
