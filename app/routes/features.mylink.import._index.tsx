/** The choice of a table of MyLink to be imported. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { tableBytesMax } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/mylink.css'
import { ImportForm } from '~/ui/mylink/import-form'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerUpload } from '~/web/mylink/import.server'
import { findLinkLock } from '~/web/mylink/pages.server'

export const handle = { i18n: ['mylink'], title: 'mylink:import.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const lock = await findLinkLock({ request, context }, user, 'mylink')
  return json({ bytesMax: tableBytesMax, lock })
}

export const action = (args: ActionFunctionArgs) => answerUpload(args, 'mylink')

const ImportPage = () => {
  const { bytesMax, lock } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  return <ImportForm service="mylink" title={t('mylink:title')} bytesMax={bytesMax} lock={lock} failure={failure} />
}
export default ImportPage
