/**
 * Shows both sides of a conflict and the choice: apply my edits to the newest revision, or drop them. The edits travel
 * in the form, so nothing is lost in the meantime.
 */
import { useTranslation } from 'react-i18next'
import { failureText } from '~/i18n/failure-text'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListPageHead } from './list-page-head'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { MappingReport, type MappingView } from './mapping-report'
import { Version } from './version'

/** A conflict in words: the channel or other object, the field, and both values. */
export type ClashRow = { key: string; channel: string; field: string; mine: string; theirs: string }
export type ClashView = {
  cause: string
  base: number
  revision: number
  clashes: ClashRow[]
  /** How many conflicts there are; only the first are listed. */
  total: number
  /** What others have done since, newest first, in words. */
  since: { number: number; text: string; who: string }[]
  /** The refused operations as JSON, with ids of the file `source`; null if none of them can be carried over. */
  operations: string | null
  source: string
  /** If the file was replaced: what happened to the edits' channels. */
  mapping: MappingView | null
  /** The decision's own id: sent twice, it counts once. */
  batch: string
  /** True if a decision met another conflict. */
  again: boolean
}

export const ClashPanel = ({ clash, list }: { clash: ClashView; list: { id: string; name: string } }) => {
  const { t } = useTranslation('lists')
  const path = `/features/lists/${list.id}`
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('clash.title')}
        lead={clash.cause === 'changed' ? t('clash.lead', { base: clash.base, newest: clash.revision }) : undefined}
      />
      {clash.again && <Notice live>{t('clash.still')}</Notice>}
      {clash.cause !== 'changed' && <Notice>{failureText(t, 'C1104', { cause: clash.cause })}</Notice>}
      <Card>
        <div className="stack">
          {clash.clashes.length > 0 && (
            <Table
              caption={t('clash.title')}
              rows={clash.clashes}
              rowKey={(row) => row.key}
              columns={[
                {
                  key: 'channel',
                  header: t('clash.channel'),
                  kind: 'name',
                  cell: (row) => <bdi>{row.channel}</bdi>,
                },
                {
                  key: 'field',
                  header: t('clash.field'),
                  phone: 'sub',
                  cell: (row) => row.field,
                },
                {
                  key: 'theirs',
                  header: t('clash.theirs'),
                  phone: 'full',
                  cell: (row) => (
                    <span>
                      <span className="cell-label">{t('clash.theirs')}: </span>
                      <bdi>{row.theirs}</bdi>
                    </span>
                  ),
                },
                {
                  key: 'mine',
                  header: t('clash.mine'),
                  phone: 'full',
                  cell: (row) => (
                    <strong>
                      <span className="cell-label">{t('clash.mine')}: </span>
                      <bdi>{row.mine}</bdi>
                    </strong>
                  ),
                },
              ]}
            />
          )}
          {clash.mapping && <MappingReport mapping={clash.mapping} />}
          {clash.total > clash.clashes.length && (
            <p className="muted">{t('export.moreChannels', { number: clash.total - clash.clashes.length })}</p>
          )}
          {clash.since.length > 0 && (
            <ul className="stack stack-tight muted small">
              {clash.since.map((entry) => (
                <li key={entry.number}>
                  {t('page.revision', { number: entry.number })} · {entry.text} · <bdi>{entry.who}</bdi>
                </li>
              ))}
            </ul>
          )}
          <form noValidate method="post" action={`${path}/clash`} className="form-actions">
            {clash.operations !== null && (
              <>
                <Version {...clash} />
                <input type="hidden" name="operations" value={clash.operations} />
                <Button variant="primary" name="intent" value="apply">
                  {clash.mapping && clash.mapping.found.count > 0
                    ? t('clash.applyFound', { channels: t('channels.count', { count: clash.mapping.found.count }) })
                    : t('clash.apply')}
                </Button>
              </>
            )}
            <Button name="intent" value="drop">
              {t('clash.drop')}
            </Button>
          </form>
        </div>
      </Card>
    </div>
  )
}
