/**
 * The report on a table before it is imported: what is added and removed, which lines are refused and why, and the
 * button that imports it.
 */
import type { TFunction } from 'i18next'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { Duplicates, ImportReport, LinkService, OddLine } from '~/modules/link/types'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { LinkFrame } from '~/ui/mylink/frame'
import { linkErrorText, ruleText } from '~/ui/mylink/kept'
import { Downloads } from '~/ui/mylink/table-card'
import { duplicateChoices, homeOf, linkTexts, sheetsOf } from '~/ui/mylink/view'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { Tabs } from '~/ui/tabs'
import { Tag } from '~/ui/tag'
import type { ReportView } from '~/web/mylink/import.server'

export { actOnReport as action, loadReport as loader } from '~/web/mylink/import.server'
export const handle = { i18n: linkTexts, title: 'mylink:report.title' }
export const links = sheetsOf(listStyles, styles)

type KnownLine = ImportReport['knownLines'][number]
type Line = Omit<OddLine, 'column' | 'reason'>

type LinesProps<L extends Line> = {
  title: string
  id?: string
  lines: readonly L[]
  /** The total number; the first of them are `lines`. */
  all: number
  /** The heading, and the remark on each line. */
  last: { header: string; cell: (line: L) => ReactNode } | null
  children?: ReactNode
}
/** Lines of the file, each with its number, its link's name and the cell in question. */
const Lines = <L extends Line>({ title, id, lines, all, last, children }: LinesProps<L>) => {
  const { t } = useTranslation('mylink')
  return (
    <Card title={title} {...(id === undefined ? {} : { id })}>
      {children}
      <Table
        caption={title}
        rows={lines}
        rowKey={({ line }) => String(line)}
        columns={[
          {
            key: 'line',
            header: t('column.line'),
            kind: 'number',
            phone: 'lead',
            cell: ({ line }) => t('report.line', { number: line }),
          },
          {
            key: 'name',
            header: t('column.name'),
            kind: 'name',
            cell: ({ name, value }) => <bdi>{name === '' ? value : name}</bdi>,
          },
          {
            key: 'value',
            header: t('column.value'),
            cell: ({ name, value }) => <bdi>{name === value ? '' : value}</bdi>,
          },
          ...(last === null ? [] : [{ key: 'last', phone: 'full' as const, ...last }]),
        ]}
      />
      {all > lines.length ? <p className="muted">{t('report.moreLines', { number: all - lines.length })}</p> : null}
    </Card>
  )
}

const goesOf = (t: TFunction, service: LinkService, gone: ImportReport['gone']): string[] => [
  ...(gone.categories > 0 ? [t('mylink:categories', { count: gone.categories })] : []),
  t(`mylink:of.${service}.count`, { count: gone.channels }),
]

const Sums = ({ service, mode, report }: ReportView) => {
  const { t } = useTranslation('mylink')
  const format = useLocalFormat()
  const { channels, gone, categories } = report
  const goes = goesOf(t, service, gone)
  // A category whose lines all exist already gets nothing.
  const named = categories.filter(({ channels: count, isNew }) => isNew || count > 0)
  return (
    <>
      {mode === 'replace' && gone.categories + gone.channels > 0 ? (
        <Notice>{t('report.gone', { what: format.list(goes) })}</Notice>
      ) : null}
      <p className="strong">{t('report.taken', { what: t(`of.${service}.count`, { count: channels }) })}</p>
      {service === 'mylink' && named.length > 0 ? (
        <ul className="stack stack-tight">
          {named.map(({ name, channels: count, isNew }) => (
            <li key={name}>
              <bdi className="strong">{name}</bdi> <span className="muted">{t('of.mylink.count', { count })}</span>{' '}
              {isNew ? <Tag tone="info">{t('report.new')}</Tag> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const Known = ({ report, hrefOf }: Pick<ReportView, 'report'> & { hrefOf: (choice: Duplicates) => string }) => {
  const { t } = useTranslation('mylink')
  const label = t('report.known', { number: report.known })
  return (
    <>
      <p>{label}</p>
      <Tabs
        label={label}
        items={duplicateChoices.map((one) => ({
          href: hrefOf(one),
          label: t(one === 'add' ? 'report.addAnyway' : `report.${one}`),
          current: report.duplicates === one,
        }))}
      />
    </>
  )
}

/** The lines with a remark: existing, refused, or taken without a part. */
const OddLines = ({ service, report, unseen, rules, file }: ReportView & { file: string }) => {
  const { t } = useTranslation('mylink')
  const { known, knownLines, refused, refusedLines, noted, notedLines } = report
  const why = {
    header: t('column.reason'),
    cell: ({ reason }: OddLine) => ruleText(t, reason, rules[reason]),
  }
  const where = { header: t('category.one'), cell: ({ category }: KnownLine) => <bdi>{category}</bdi> }
  return (
    <>
      {refused > 0 ? (
        <Lines
          title={t('report.refused', { count: refused })}
          id="refused"
          lines={refusedLines}
          all={refused}
          last={why}
        >
          <div className="split link-files">
            <p className="muted">{t('report.refusedLead')}</p>
            <div className="row">
              <span>{t('report.refusedFile')}</span>
              <Downloads href={file} label={t('report.refusedFile')} formats={['xlsx', 'csv']} />
            </div>
          </div>
        </Lines>
      ) : null}
      {noted > 0 ? (
        <Lines title={t('report.noted', { count: noted })} lines={notedLines} all={noted} last={why} />
      ) : null}
      {unseen.length > 0 ? (
        <Lines title={t('report.unseen', { number: unseen.length })} lines={unseen} all={unseen.length} last={null}>
          <p className="muted">{t('report.unseenText')}</p>
        </Lines>
      ) : null}
      {known > 0 ? (
        <Lines
          title={t('report.knownTitle')}
          id="known"
          lines={knownLines}
          all={known}
          last={service === 'audio' ? null : where}
        />
      ) : null}
    </>
  )
}

const ReportPage = () => {
  const view = useLoaderData() as ReportView
  const { service, fileName, expiresAt, id, mode, report, batch } = view
  const { t } = useTranslation(linkTexts)
  const format = useLocalFormat()
  const here = `${homeOf(service)}/import/${id}`
  const what = t(`of.${service}.count`, { count: report.channels })
  const hrefOf = (way: { mode?: ReportView['mode']; duplicates?: Duplicates }, path = here): string => {
    const { mode: asked = mode, duplicates = report.duplicates } = way
    const params = new URLSearchParams({
      ...(asked === 'add' ? {} : { mode: asked }),
      ...(duplicates === 'skip' ? {} : { duplicates }),
    })
    const text = params.toString()
    return text === '' ? path : `${path}?${text}`
  }
  const updated = report.duplicates === 'update' && report.channels === 0 ? report.known : 0
  const canTake = report.obstacle === null && report.channels + updated > 0
  const isLoss = mode === 'replace' && report.gone.categories + report.gone.channels > 0
  const key = `report.apply${isLoss ? 'Replace' : ''}${report.refused > 0 ? 'Part' : ''}`
  const gone = format.list(goesOf(t, service, report.gone))
  return (
    <LinkFrame
      className="stack link-lines"
      title={t('report.title')}
      lead={t('report.lead', {
        file: `\u2068${fileName === '' ? t('report.file') : fileName}\u2069`,
        time: format.dateTime(expiresAt),
      })}
      crumbs={[
        { href: homeOf(service), label: t(`of.${service}.title`) },
        { href: `${homeOf(service)}/import`, label: t('import.title') },
      ]}
    >
      <Tabs
        label={t('report.mode')}
        items={(['add', 'replace'] as const).map((one) => ({
          href: hrefOf({ mode: one }),
          label: t(`report.${one}`),
          current: mode === one,
        }))}
      />
      <Card>
        <div className="stack">
          <Sums {...view} />
          {report.known > 0 ? <Known report={report} hrefOf={(duplicates) => hrefOf({ duplicates })} /> : null}
          {report.obstacle === null ? null : (
            <Notice tone="bad" title={t('report.blocked')}>
              <p>{linkErrorText(t, { ...report.obstacle, field: null, data: report.obstacle.data ?? null })}</p>
            </Notice>
          )}
          <form noValidate method="post" action={hrefOf({})} className="form-actions">
            <input type="hidden" name="mode" value={mode} />
            <input type="hidden" name="duplicates" value={report.duplicates} />
            <input type="hidden" name="batch" value={batch} />
            {report.refused > 0 ? <input type="hidden" name="partial" value="1" /> : null}
            {canTake ? (
              <Button variant={mode === 'replace' ? 'danger' : 'primary'} name="intent" value="import">
                {updated > 0 ? t('report.applyUpdate', { number: updated }) : t(key, { what, gone })}
              </Button>
            ) : null}
            <ButtonLink variant={canTake ? 'quiet' : 'primary'} href={`${homeOf(service)}/import`}>
              {t('report.other')}
            </ButtonLink>
            <Button variant="quiet" name="intent" value="drop">
              {t('report.drop')}
            </Button>
          </form>
        </div>
      </Card>
      <OddLines {...view} file={hrefOf({}, `${here}/refused`)} />
    </LinkFrame>
  )
}
export default ReportPage
