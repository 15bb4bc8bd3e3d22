/**
 * A page of links. A user who may change them ticks rows, moves or deletes them, and moves one up or down. On a phone a
 * row has two lines. A row's name leads to its page.
 */
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkEntry } from '~/modules/link/types'
import { ActionBar } from '../action-bar'
import { Button, ButtonLink } from '../button'
import { Notice } from '../notice'
import { numberInput } from '../number-input'
import { Pagination } from '../pagination'
import type { LockView } from '../service/locked'
import { StepButtons } from '../step-buttons'
import { Table, type Column } from '../table'
import { TickedError, tickedBox } from '../ticked-error'
import { Time } from '../time'
import { useFreshForm } from '../use-fresh-form'
import { WithScripts } from '../with-scripts'
import { LogoImage } from './frame'
import type { Kept } from './kept'
import { LinkSource } from './link-source'
import { DragHandle, rowDrag } from './row-drag'
import { useRowColumns } from './row-columns'
import { linkPath, linksHref, type LinkQuery, type ShelfView } from './view'

type LinkTableProps = {
  shelf: ShelfView
  query: LinkQuery
  rows: LinkEntry[]
  /** As many as the search found. */
  total: number
  now: string
  batch: string
  lock: LockView | null
  kept: Kept
}

const useColumns = (props: LinkTableProps): Column<LinkEntry>[] => {
  const { t } = useTranslation('mylink')
  const { shelf, query, rows, total, now, lock, kept } = props
  const canChange = lock === null
  const ticked = new Set(kept.values('id'))
  const { pick, number } = useRowColumns(kept, rows[0], ({ id }) => ticked.has(id))
  const logos: Column<LinkEntry> = {
    key: 'logo',
    header: t('column.picture'),
    phone: 'lead',
    cell: ({ logo }) => <LogoImage service={shelf.service} logo={logo} />,
  }
  // Moving by one makes sense only in the chosen order, where each row stands among its neighbours.
  const steps: Column<LinkEntry> = {
    key: 'actions',
    header: t('column.actions'),
    kind: 'actions',
    phone: 'hide',
    cell: ({ id, name, position }) => (
      <>
        <DragHandle id={id} position={position} />
        <StepButtons id={`${id}.${position}`} name={name} first={position === 1} last={position === total} />
      </>
    ),
  }
  return [
    ...(canChange ? [pick] : []),
    number,
    ...(rows.some(({ logo }) => logo !== null) ? [logos] : []),
    {
      key: 'name',
      header: t('column.name'),
      kind: 'name',
      cell: ({ id, name }) => (
        <a href={linkPath(shelf, id)}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    { key: 'address', header: t('column.address'), kind: 'quiet', cell: (row) => <LinkSource {...row} /> },
    {
      key: 'added',
      header: t('column.added'),
      kind: 'quiet',
      phone: query.sort === 'added' ? 'full' : 'hide',
      cell: ({ createdAt }) => <Time value={createdAt} now={now} />,
    },
    ...(canChange && query.sort === null && query.search === '' ? [steps] : []),
  ]
}

/** Says that the rows are in another order than the chosen one, and offers to keep it. */
const OrderNotice = ({ shelf: { path }, query, lock, batch }: LinkTableProps) => {
  const { t } = useTranslation('mylink')
  if (query.sort === null) return null
  return (
    <Notice tone="info">
      <p>{t('find.shown', { order: t(`find.${query.sort}`) })}</p>
      <form noValidate method="post" action={linksHref(path, query)} className="form-actions">
        <input type="hidden" name="batch" value={batch} />
        {lock === null && query.search === '' ? (
          <Button name="intent" value="sort">
            {t('find.keep')}
          </Button>
        ) : null}
        <ButtonLink variant="quiet" href={linksHref(path, { ...query, page: 1, sort: null })}>
          {t('find.back')}
        </ButtonLink>
      </form>
    </Notice>
  )
}

const tickPage = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
  for (const box of currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? []) box.checked = true
}

export const LinkTable = (props: LinkTableProps) => {
  const { t } = useTranslation('mylink')
  const { shelf, query, rows, total, batch, lock, kept } = props
  const columns = useColumns(props)
  const formKey = useFreshForm(kept.refused)
  const here = linksHref(shelf.path, query)
  const table = (
    <Table caption={t(`of.${shelf.service}.caption`)} rows={rows} rowKey={({ id }) => id} columns={columns} />
  )
  const pages = (
    <Pagination
      page={query.page}
      size={query.size}
      total={total}
      href={(page, size) => linksHref(shelf.path, { ...query, page, size })}
    />
  )
  return (
    <div className="stack link-rows" id="rows">
      <OrderNotice {...props} />
      {/* Ticks are cleared after an action; they stay if the form is refused or its page is loaded again. */}
      {lock === null ? (
        <form
          noValidate
          method="post"
          action={here}
          className="channels-form"
          data-keep-scroll=""
          key={formKey}
          {...rowDrag}
        >
          <input type="hidden" name="intent" value="rows" />
          <input type="hidden" name="batch" value={batch} />
          {/* Enter in a field presses the form's first button. */}
          <button className="hidden-visually" name="act" value="move" tabIndex={-1} aria-hidden="true">
            {t('bar.move')}
          </button>
          <TickedError name="id" error={kept.error('id')} />
          {table}
          {pages}
          <div className="selection-bar">
            <ActionBar label={t('bar.label')}>
              <span className="bar-count" aria-hidden="true" data-label={t('bar.count')} />
              <WithScripts>
                <button type="button" className="btn" title={t('bar.allHint')} onClick={tickPage}>
                  {t('bar.all')}
                </button>
              </WithScripts>{' '}
              <button className="btn" name="act" value="delete">
                {t('bar.delete')}
              </button>{' '}
              <div className="bar-part">
                <label htmlFor="field-to">{t('bar.moveTo')}</label>{' '}
                <input
                  {...numberInput()}
                  name="to"
                  className="input bar-number"
                  placeholder={t('column.number')}
                  defaultValue={kept.value('to')}
                  {...tickedBox('to', kept.error('to'), true)}
                />{' '}
                <button className="btn" name="act" value="move">
                  {t('bar.move')}
                </button>{' '}
                <TickedError name="to" error={kept.error('to')} />
              </div>
              <button className="btn" name="act" value="list">
                {t('toList.link')}
              </button>
            </ActionBar>
          </div>
        </form>
      ) : (
        <>
          {table}
          {pages}
        </>
      )}
    </div>
  )
}
