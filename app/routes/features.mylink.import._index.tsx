/** The choice of a table of MyLink to be imported. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { tableBytesMax } from '~/modules/mylink/mylink.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import styles from '~/styles/mylink.css'
import { ImportForm } from '~/ui/mylink/import-form'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerUpload, mylinkImporter } from '~/web/mylink/import.server'
import { findLock } from '~/web/service/locked.server'

export const handle = { i18n: ['mylink'], title: 'mylink:import.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const lock = await findLock(user, 'mylink', await getLanguage(request, context))
  return json({ bytesMax: tableBytesMax, lock })
}

export const action = (args: ActionFunctionArgs) => answerUpload(args, mylinkImporter)

const ImportPage = () => {
  const { bytesMax, lock } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  return <ImportForm service="mylink" title={t('mylink:title')} bytesMax={bytesMax} lock={lock} failure={failure} />
}
export default ImportPage
