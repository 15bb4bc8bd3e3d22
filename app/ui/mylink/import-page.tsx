/** The choice of a table. A plain multipart form; the next page is a report on the file. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button } from '../button'
import { Card } from '../card'
import { FileField } from '../field'
import type { LockView } from '../service/locked'
import { LinkFrame } from './frame'
import { useLinkKept } from './kept'
import { TemplateText } from './table-card'
import { homeOf, type LinkService } from './view'
import { wordsOf } from './words'

export type ImportView = { service: LinkService; bytesMax: number; lock: LockView | null }

export const ImportPage = () => {
  const { service, bytesMax, lock } = useLoaderData<ImportView>()
  const { texts, title } = wordsOf[service]
  const { t } = useTranslation(texts)
  const format = useFormat()
  const kept = useLinkKept()
  return (
    <LinkFrame
      className="narrow stack"
      title={t('mylink:import.title')}
      lead={t('mylink:import.lead', { size: format.bytes(bytesMax) })}
      crumbs={[{ href: homeOf(service), label: t(title) }]}
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
              label={t('mylink:import.file')}
              error={kept.error('file')}
              accept=".xlsx,.csv,.m3u,.m3u8,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              button={t('mylink:import.pick')}
              none={t('mylink:import.none')}
            />
            <div className="form-actions">
              <Button variant="primary" icon="upload">
                {t('mylink:import.check')}
              </Button>
            </div>
          </form>
        </Card>
      ) : null}
      <Card>
        <TemplateText service={service} />
      </Card>
    </LinkFrame>
  )
}
