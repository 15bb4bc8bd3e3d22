/** The head of a list's print page: its name, the choice of sections, and buttons for print and PDF. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '~/ui/button'
import type { Crumb } from '~/ui/breadcrumb'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { WithScripts } from '~/ui/with-scripts'

export const PrintedHead = ({
  name,
  total,
  cut,
  by,
  here,
  pdf,
  crumbs,
}: {
  name: string
  total: number
  cut: boolean
  by: string
  here: string
  pdf: string
  crumbs: readonly Crumb[]
}) => {
  const { t } = useTranslation(['merge', 'lists'])
  return (
    <>
      <PageHead
        title={<bdi>{name}</bdi>}
        lead={t('lists:channels.count', { count: total })}
        crumbs={crumbs}
        actions={
          <>
            <WithScripts>
              <Button type="button" onClick={() => window.print()}>
                {t('merge:print.print')}
              </Button>
            </WithScripts>
            <ButtonLink icon="download" href={pdf} download data-reload="">
              {t('merge:print.pdf')}
            </ButtonLink>
          </>
        }
      />
      <div className="row printed-by no-print">
        {(['all', 'group', 'satellite'] as const).map((one) => (
          <Fragment key={one}>
            {' '}
            <a href={one === 'all' ? here : `${here}?by=${one}`} aria-current={by === one ? 'true' : undefined}>
              {t(`merge:print.by.${one}`)}
            </a>
          </Fragment>
        ))}
      </div>
      {cut && <Notice tone="info">{t('merge:print.cut')}</Notice>}
    </>
  )
}
