/** The choice of a table of audio sources to be imported. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { tableBytesMax } from '~/modules/audio/audio.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import styles from '~/styles/mylink.css'
import { ImportForm } from '~/ui/mylink/import-form'
import type { InvalidAnswer } from '~/web/form/form.server'
import { audioImporter } from '~/web/audio/import.server'
import { answerUpload } from '~/web/mylink/import.server'
import { findLock } from '~/web/service/locked.server'

export const handle = { i18n: ['mylink', 'audio'], title: 'mylink:import.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const lock = await findLock(user, 'audio', await getLanguage(request, context))
  return json({ bytesMax: tableBytesMax, lock })
}

export const action = (args: ActionFunctionArgs) => answerUpload(args, audioImporter)

const ImportPage = () => {
  const { bytesMax, lock } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation(['mylink', 'audio'])
  return <ImportForm service="audio" title={t('audio:title')} bytesMax={bytesMax} lock={lock} failure={failure} />
}
export default ImportPage
