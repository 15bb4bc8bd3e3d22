/**
 * The tables of a System or VNO list's publication: what is published, which boxes loaded which version, and the
 * history.
 */
import type { SerializeFrom } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFormat } from '~/i18n/format'
import type { publicationOutput, versionOutput } from '~/modules/channel-list/view.schema'
import { Card } from '~/ui/card'
import { SerialNumber } from '~/ui/code'
import { Pagination } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { isolate } from './joined'
import type { PublishedState } from './publication-forms'

type Given = SerializeFrom<z.output<typeof publicationOutput>>
/** The column that names a row's version. */
const useVersionColumn = () => {
  const { t } = useTranslation('publish')
  const cell = ({ revision: number }: { revision: number }) => t('boxes.version', { number })
  return { key: 'version', header: t('publish.version'), cell }
}

/** One sentence for each group of boxes and its version. */
export const Standing = ({ path, state }: { path: string; state: PublishedState }) => {
  const { revision, published, staged } = state
  const { t } = useTranslation(['publish', 'lists'])
  const format = useFormat()
  const channels = (count: number): string => t('lists:channels.count', { count })
  const newest = Math.max(published?.revision ?? 0, staged?.revision ?? 0)
  return (
    <Card title={t('publish:state.heading')}>
      <div className="stack">
        <p>
          {published === null
            ? t(staged === null ? 'publish:state.none' : 'publish:state.onlyStage')
            : t(staged === null ? 'publish:state.out' : 'publish:state.outOthers', {
                number: published.revision,
                channels: channels(published.channels),
              })}
        </p>
        {staged !== null && (
          <>
            <p>
              {t('publish:state.stage', {
                number: staged.revision,
                share: format.percent(staged.percent / 100),
                channels: channels(staged.channels),
              })}
            </p>
            {staged.models && <p>{t('publish:state.models', { models: format.series(staged.models.map(isolate)) })}</p>}
            {staged.softwareFrom && <p>{t('publish:state.software', { version: isolate(staged.softwareFrom) })}</p>}
            {staged.opensAt !== null && (
              <p>{t('publish:state.opensAt', { share: format.percent(staged.opensAt / 100) })}</p>
            )}
            {staged.pausedAt !== null && (
              <p>
                <Tag tone="warn">{t('publish:state.paused')}</Tag> {t('publish:state.pausedText')}
              </p>
            )}
          </>
        )}
        {newest !== 0 && newest < revision && <p>{t('publish:state.newer', { number: revision })}</p>}
        {published !== null && published.revision < revision && (
          <p>
            <a href={`${path}/compare-with?with=version.${published.revision}`}>{t('publish:state.compare')}</a>
          </p>
        )}
      </div>
    </Card>
  )
}

type TakenProps = {
  here: string
  now: string
  allowed: number
  versions: readonly SerializeFrom<z.output<typeof versionOutput>>[]
  /** Null if only the counts may be seen. */
  boxes: {
    items: readonly { sn: string; revision: number; at: string }[]
    total: number
    page: number
    size: number
    revision: number | null
  } | null
}

/** A share as a bar, next to its number. */
const ShareBar = ({ share }: { share: number }) => (
  <svg className="share-bar" viewBox="0 0 100 10" width="100" height="10" aria-hidden="true">
    <rect className="share-bar-all" width="100" height="10" rx="3" />
    <rect className="share-bar-part" width={Math.min(100, Math.round(share * 100))} height="10" rx="3" />
  </svg>
)

/** Of each version, how many boxes could not use it, and since when. */
const FailedBoxes = ({ versions, now }: Pick<TakenProps, 'versions' | 'now'>) => {
  const { t } = useTranslation('publish')
  return (
    <>
      {versions.map(({ revision, failed, failedSince }) =>
        failedSince === null ? null : (
          <p key={revision}>
            <Tag tone="warn">{t('boxes.version', { number: revision })}</Tag>{' '}
            {t('common:label', { label: t('boxes.failed') })} {t('boxes.count', { count: failed })}
            {' · '}
            {t('common:label', { label: t('boxes.first') })} <Time value={failedSince} now={now} />
          </p>
        ),
      )}
    </>
  )
}

/** Which versions the boxes loaded, as counts and, for those who may see them, box by box. */
export const TakenTables = ({ here, now, allowed, versions, boxes }: TakenProps) => {
  const { t } = useTranslation('publish')
  const format = useFormat()
  const version = useVersionColumn()
  const of = boxes?.revision ?? null
  return (
    <Card title={t('boxes.heading')} id="boxes">
      <div className="stack">
        <p>{t('boxes.allowed', { count: allowed })}</p>
        {versions.length === 0 ? (
          <p className="muted">{t('boxes.none')}</p>
        ) : (
          <Table
            caption={t('boxes.heading')}
            rows={versions}
            rowKey={(row) => row.revision}
            columns={[
              {
                ...version,
                kind: 'name',
                cell: (row) =>
                  boxes === null ? (
                    version.cell(row)
                  ) : (
                    <a href={`${here}?version=${row.revision}#boxes`}>{version.cell(row)}</a>
                  ),
              },
              { key: 'boxes', header: t('boxes.boxes'), cell: (row) => t('boxes.count', { count: row.boxes }) },
              {
                key: 'share',
                header: t('boxes.share'),
                cell: (row) => {
                  const share = allowed === 0 ? 0 : row.boxes / allowed
                  return (
                    <>
                      <ShareBar share={share} /> {format.percent(share)}
                    </>
                  )
                },
              },
              {
                key: 'good',
                header: t('boxes.good'),
                phoneLabel: true,
                cell: (row) => t('boxes.count', { count: row.good }),
              },
              {
                key: 'last',
                header: t('boxes.last'),
                kind: 'quiet',
                phoneLabel: true,
                cell: (row) => <Time value={row.lastAt} now={now} />,
              },
            ]}
          />
        )}
        <FailedBoxes versions={versions} now={now} />
        {boxes !== null && boxes.total > 0 && (
          <>
            {of !== null && (
              <p>
                {t('boxes.of', { number: of })} <a href={`${here}#boxes`}>{t('boxes.all')}</a>
              </p>
            )}
            <Table
              caption={t('boxes.each')}
              rows={boxes.items}
              rowKey={(row) => row.sn}
              columns={[
                {
                  key: 'sn',
                  header: t('boxes.sn'),
                  kind: 'name',
                  cell: (row) => <SerialNumber sn={row.sn} />,
                },
                version,
                {
                  key: 'when',
                  header: t('boxes.last'),
                  kind: 'quiet',
                  cell: (row) => <Time value={row.at} now={now} />,
                },
              ]}
            />
            <Pagination
              page={boxes.page}
              size={boxes.size}
              total={boxes.total}
              href={(page, size) => `${searchHref(here, { version: of, page, size })}#boxes`}
            />
          </>
        )}
      </div>
    </Card>
  )
}

const tones: Partial<Record<string, 'ok' | 'info' | 'warn'>> = { out: 'ok', staged: 'info', failed: 'warn' }

/** The last publications, newest first. */
export const PublicationHistory = ({ rows, now }: { rows: readonly Given[]; now: string }) => {
  const { t } = useTranslation('publish')
  const version = useVersionColumn()
  const format = useFormat()
  return (
    <Card title={t('history.heading')}>
      <Table
        caption={t('history.heading')}
        rows={rows}
        rowKey={(row) => row.number}
        columns={[
          { ...version, kind: 'name' },
          {
            key: 'state',
            header: t('history.state'),
            phone: 'end',
            cell: (row) => (
              <Tag tone={tones[row.state] ?? 'quiet'}>
                {t(`history.is.${row.state}`, { share: format.percent(row.percent / 100) })}
              </Tag>
            ),
          },
          { key: 'who', header: t('history.who'), cell: (row) => <bdi>{row.author ?? t('history.nobody')}</bdi> },
          {
            key: 'when',
            header: t('history.when'),
            kind: 'quiet',
            cell: (row) => <Time value={row.createdAt} now={now} />,
          },
        ]}
      />
    </Card>
  )
}
