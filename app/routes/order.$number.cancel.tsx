/** Asks before an unpaid order is cancelled, and cancels it. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import styles from '~/styles/order.css'
import { QuestionPage, questionHandle } from '~/ui/order/order-question'
import { answerAboutOrder, askAboutOrder } from '~/web/order/order-question.server'

export const handle = questionHandle('cancel')
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export const loader = (args: LoaderFunctionArgs) => askAboutOrder(args, 'cancel')
export const action = (args: ActionFunctionArgs) => answerAboutOrder(args, 'cancel')

const Page = () => <QuestionPage act="cancel" />
export default Page
