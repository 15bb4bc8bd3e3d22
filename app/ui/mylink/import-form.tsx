/** The choice of a table. A plain multipart form: the next page says what the file would do. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../error-summary'
import { FileField } from '../field'
import type { FailureShape } from '../form-errors'
import { PageHead } from '../page-head'
import { LockedNotice, type LockView } from '../service/locked'
import { useLinkKept } from './kept'
import { TemplateText } from './table-card'
import { homeOf, type LinkService } from './view'

type ImportFormProps = {
  service: LinkService
  title: string
  bytesMax: number
  lock: LockView | null
  failure: FailureShape | null | undefined
}

export const ImportForm = ({ service, title, bytesMax, lock, failure }: ImportFormProps) => {
  const { t } = useTranslation('mylink')
  const format = useFormat()
  const kept = useLinkKept(failure)
  return (
    <div className="narrow stack">
      <PageHead
        title={t('import.title')}
        lead={t('import.lead', { size: format.bytes(bytesMax) })}
        crumbs={[{ href: homeOf(service), label: title }]}
      />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={kept.errors} />
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
            <div className="form-actions">
              <Button variant="primary" icon="upload">
                {t('import.check')}
              </Button>
            </div>
          </form>
        </Card>
      ) : null}
      <Card>
        <TemplateText service={service} />
      </Card>
    </div>
  )
}
