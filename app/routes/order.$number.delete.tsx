/** Asks before an order is removed from its account’s list, and hides it. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import styles from '~/styles/order.css'
import { QuestionPage, questionHandle } from '~/ui/order/order-question'
import { answerAboutOrder, askAboutOrder } from '~/web/order/order-question.server'

export const handle = questionHandle('delete')
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export const loader = (args: LoaderFunctionArgs) => askAboutOrder(args, 'delete')
export const action = (args: ActionFunctionArgs) => answerAboutOrder(args, 'delete')

const Page = () => <QuestionPage act="delete" />
export default Page
