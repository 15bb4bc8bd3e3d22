/** The choice of a table of links to be imported. A plain multipart form; the next page is a report on the file. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { tableBytesMax } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Card } from '~/ui/card'
import { FileField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept } from '~/ui/mylink/kept'
import { TemplateText } from '~/ui/mylink/table-card'
import { homeOf, linkTexts, sheetsOf } from '~/ui/mylink/view'
import { findLinkLock, serviceOf } from '~/web/mylink/shelf.server'

export { actOnImport as action } from '~/web/mylink/import.server'
export const handle = { i18n: linkTexts, title: 'mylink:import.title' }
export const links = sheetsOf(listStyles, styles)

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  return json({ service, bytesMax: tableBytesMax, lock: await findLinkLock({ request, context }, user, service) })
}

const ImportPage = () => {
  const { service, bytesMax, lock } = useLoaderData<typeof loader>()
  const { t } = useTranslation(linkTexts)
  const format = useFormat()
  const kept = useLinkKept()
  return (
    <LinkFrame
      className="narrow stack"
      title={t('import.title')}
      lead={t('import.lead', { size: format.bytes(bytesMax) })}
      crumbs={[{ href: homeOf(service), label: t(`of.${service}.title`) }]}
      lock={lock}
    >
      {lock === null ? (
        <Card>
          <form
            noValidate
            method="post"
            action={`${homeOf(service)}/import`}
            encType="multipart/form-data"
            className="form"
          >
            <FileField
              name="file"
              label={t('import.file')}
              error={kept.error('file')}
              accept=".xlsx,.csv,.m3u,.m3u8,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              button={t('import.pick')}
              none={t('import.none')}
            />
            <FormActions submit={t('import.check')} icon="upload" />
          </form>
        </Card>
      ) : null}
      <Card>
        <TemplateText service={service} />
      </Card>
    </LinkFrame>
  )
}
export default ImportPage
