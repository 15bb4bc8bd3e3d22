/** What a table of audio sources would do, and the press that takes it. */
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

export const handle = { i18n: ['mylink', 'audio'], title: 'mylink:report.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async (args: LoaderFunctionArgs) =>
  json({ ...(await readImport(args, 'audio')), rules: rulesOf('audio'), batch: newBatch() })

export const action = (args: ActionFunctionArgs) => answerImport(args, 'audio')

const ReportPage = () => {
  const view = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation(['mylink', 'audio'])
  return <ImportReport {...view} service="audio" kind="audio" title={t('audio:title')} failure={failure} />
}
export default ReportPage
