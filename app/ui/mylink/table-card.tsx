/** Links to tables: import, an empty template, and an export of everything. */
import { useTranslation } from 'react-i18next'
import type { LinkService } from '~/modules/link/types'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { homeOf } from './view'

const templateFormats = ['xlsx', 'csv'] as const
const exportFormats = [...templateFormats, 'm3u'] as const

type DownloadsProps = { href: string; label: string; formats: readonly string[] }
export const Downloads = ({ href, label, formats }: DownloadsProps) => (
  <>
    {formats.map((format) => (
      <ButtonLink
        key={format}
        icon="download"
        href={`${href}${href.includes('?') ? '&' : '?'}format=${format}`}
        download=""
        aria-label={`${label}, .${format}`}
      >
        <bdi dir="ltr">.{format}</bdi>
      </ButtonLink>
    ))}
  </>
)

export const TemplateText = ({ service }: { service: LinkService }) => {
  const { t } = useTranslation('mylink')
  return (
    <div className="split link-files">
      <div>
        <p className="strong">{t('import.template')}</p>
        <p className="muted small">{t('import.templateText')}</p>
      </div>
      <div className="row">
        <Downloads href={`/api/${service}/downloadTemplate`} label={t('import.template')} formats={templateFormats} />
      </div>
    </div>
  )
}

type TableCardProps = { service: LinkService; canImport: boolean; hasLinks: boolean }

export const TableCard = ({ service, canImport, hasLinks }: TableCardProps) => {
  const { t } = useTranslation('mylink')
  if (!canImport && !hasLinks) return null
  return (
    <Card id="tables" title={t('import.both')}>
      <div className="stack">
        {canImport ? (
          <p>
            <ButtonLink href={`${homeOf(service)}/import`} icon="upload">
              {t('import.title')}
            </ButtonLink>
          </p>
        ) : null}
        {canImport ? <TemplateText service={service} /> : null}
        {hasLinks ? (
          <div className="split link-files">
            <div>
              <p className="strong">{t('import.export')}</p>
              <p className="muted small">{t('import.exportText')}</p>
            </div>
            <div className="row">
              <Downloads href={`/api/${service}/export`} label={t('import.export')} formats={exportFormats} />
            </div>
          </div>
        ) : null}
      </div>
    </Card>
  )
}
