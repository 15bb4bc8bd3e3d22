/** The services of a box: until when, how much is left, and how to continue. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { ButtonLink } from '../button'
import { Table, type Column } from '../table'
import { Tag } from '../tag'
import { UseTag } from './use-tag'
import type { RenewalLine, ServiceLine } from './view'

const Until = ({ line }: { line: ServiceLine }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  if (line.endsAt === null) return <>{t('until.open')}</>
  const date = format.date(line.endsAt)
  if (line.startsAt !== null) return <>{t('until.coming', { from: format.date(line.startsAt), date })}</>
  return <>{line.state === 'ended' ? t('until.ended', { date }) : date}</>
}

/** It renews automatically. */
const Renewed = ({ renewal }: { renewal: RenewalLine | undefined }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  if (renewal === undefined || renewal.state !== 'waiting' || renewal.renewsAt === null) return null
  return (
    <>
      {' '}
      <Tag tone="info">{t('renewal.line', { date: format.date(renewal.renewsAt) })}</Tag>
    </>
  )
}

const Left = ({ line }: { line: ServiceLine }) => {
  const { t } = useTranslation('service')
  if (line.state === 'ended') return <Tag tone="bad">{t('state.ended')}</Tag>
  if (line.daysLeft === null) return line.state === 'granted' ? <Tag tone="ok">{t('state.granted')}</Tag> : null
  const text = line.daysLeft === 0 ? t('left.today') : t('left.days', { count: line.daysLeft })
  return line.endsSoon ? <Tag tone="warn">{text}</Tag> : <>{text}</>
}

const Renew = ({ line, primary }: { line: ServiceLine; primary: boolean }) => {
  const { t } = useTranslation('service')
  if (line.renew === null || line.state === 'granted') return null
  const isOver = line.state === 'ended'
  return (
    <ButtonLink
      href={line.renew}
      variant={primary ? 'primary' : line.endsSoon || isOver ? 'plain' : 'quiet'}
      aria-label={t(isOver ? 'renew.againOf' : 'renew.of', { name: line.name })}
    >
      {t(isOver ? 'renew.again' : 'renew.renew')}
    </ButtonLink>
  )
}

export type RunningTableProps = {
  lines: readonly ServiceLine[]
  /** This box's active renewals. */
  renewals: readonly RenewalLine[]
  box: string
  /** No button above renews several services: the first that ends soon is the page's main action. */
  soleRenewal: boolean
}

export const RunningTable = ({ lines, renewals, box, soleRenewal }: RunningTableProps) => {
  const { t } = useTranslation('service')
  const first = soleRenewal ? lines.find((line) => line.endsSoon && line.renew !== null) : undefined
  const columns: Column<ServiceLine>[] = [
    {
      key: 'service',
      header: t('column.service'),
      kind: 'name',
      cell: (line) => (
        <>
          <span className="strong">{line.name}</span> <UseTag use={line.use} />
          {line.state === 'switched-off' ? <Tag>{t('state.switched-off')}</Tag> : null}
          {line.state === 'adult-off' ? <Tag>{t('state.adult-off')}</Tag> : null}
        </>
      ),
    },
    {
      key: 'until',
      header: t('column.until'),
      cell: (line) => (
        <>
          <Until line={line} />
          <Renewed renewal={renewals.find(({ service }) => service === line.service)} />
        </>
      ),
    },
    {
      key: 'part',
      header: <span className="hidden-visually">{t('column.part')}</span>,
      phone: 'hide',
      cell: (line) =>
        line.left === 0 ? null : (
          <progress
            className={line.endsSoon ? 'left-bar left-bar-soon' : 'left-bar'}
            max={100}
            value={line.left}
            aria-label={t('left.part', { name: line.name })}
          />
        ),
    },
    { key: 'left', header: t('column.left'), kind: 'number', phone: 'end', cell: (line) => <Left line={line} /> },
    {
      key: 'renew',
      header: <span className="hidden-visually">{t('column.renew')}</span>,
      kind: 'actions',
      phone: 'sub',
      cell: (line) => <Renew line={line} primary={line === first} />,
    },
  ]
  return lines.length === 0 ? (
    <p>{t('running.none')}</p>
  ) : (
    <Table caption={t('running.title', { box })} columns={columns} rows={lines} rowKey={(line) => line.service} />
  )
}
