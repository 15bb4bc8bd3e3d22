/** What a table of MyLink would do, and the press that takes it. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ImportReport } from '~/ui/mylink/import-report'
import { newBatch, type InvalidAnswer } from '~/web/form/form.server'
import { rulesOf } from '~/web/mylink/bounds.server'
import { answerImport, readImport } from '~/web/mylink/import.server'

export const handle = { i18n: ['mylink'], title: 'mylink:report.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async (args: LoaderFunctionArgs) =>
  json({ ...(await readImport(args, 'mylink')), rules: rulesOf('mylink'), batch: newBatch() })

export const action = (args: ActionFunctionArgs) => answerImport(args, 'mylink')

const ReportPage = () => {
  const view = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  return <ImportReport {...view} service="mylink" kind="channels" title={t('mylink:title')} failure={failure} />
}
export default ReportPage
