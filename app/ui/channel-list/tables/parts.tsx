/** Shared by the pages of a list's tables: hidden fields, refused forms, the frame of a page. */
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import type { Crumb } from '~/ui/breadcrumb'
import { Card } from '~/ui/card'
import type { FormError } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import type { FailureShape } from '~/ui/form-errors'
import type { GivenFields } from '~/ui/kept'
import { Notice } from '~/ui/notice'
import type { Column } from '~/ui/table'
import { tickColumn } from '~/ui/tick-column'
import { tableErrorText } from './error-text'
import { ListPageHead } from '../list-page-head'
import { Version } from '../version'

export { Version }

/** The base of a form: the revision, the file that its ids belong to, and its own id. */
export type TableVersion = { revision: number; source: string; batch: string }
/** The list of a page. */
export type TableList = { id: string; name: string; canChange: boolean }

export const tablePath = (list: { id: string }, rest = ''): string => `/features/lists/${list.id}${rest}`

/** What a refused or unsent form keeps: the typed values, and the message at each field. */
export type Kept = {
  errors: FormError[]
  /** The typed value; the page's value if nothing was typed into this form. */
  value(field: string, present: string): string
  values(field: string): string[]
  error(field: string): string | null
  /** Whether the typed values are shown. */
  refused: boolean
}

/**
 * `intent` names the form if a page has several: the others show the list's values. `given` is what was typed into it
 * before.
 */
export const useKept = (
  failure: FailureShape | null | undefined,
  intent?: string,
  given: GivenFields | null = null,
): Kept => {
  const { t } = useTranslation(['tables', 'lists', 'problems', 'errors'])
  const mine =
    failure !== null && failure !== undefined && (intent === undefined || failure.values['intent'] === intent)
      ? failure
      : null
  const errors = (mine?.errors ?? []).map(({ field, code, data }) => ({
    field,
    message: tableErrorText({ field, code, data: data ?? null }, t),
  }))
  const kept = mine?.values ?? given
  return {
    errors,
    value: (field, present) => {
      const typed = kept?.[field]
      return kept === null ? present : typeof typed === 'string' ? typed : (typed?.[0] ?? '')
    },
    values: (field) => [kept?.[field] ?? []].flat(),
    error: (field) => errors.find((error) => error.field === field)?.message ?? null,
    refused: kept !== null,
  }
}

type FrameProps = {
  list: TableList
  title: ReactNode
  lead?: ReactNode
  /** Pages between the list and this one. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  failure?: FailureShape | null | undefined
  narrow?: boolean
  children: ReactNode
}

/** A page of a list's tables: its title, the errors, and the hint that somebody else's list is read-only. */
export const TablePage = ({ list, title, lead, crumbs = [], actions, failure, narrow, children }: FrameProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const { errors } = useKept(failure)
  return (
    <div className={narrow ? 'narrow' : 'stack stack-wide'}>
      <ListPageHead list={list} title={title} lead={lead} crumbs={crumbs} actions={actions} errors={errors} />
      {!list.canChange && <Notice tone="info">{t('lists:page.readOnly')}</Notice>}
      {children}
    </div>
  )
}

type ArrangedProps = { list: TableList; version: TableVersion; action: string; wide?: boolean; children: ReactNode }
/** A table whose rows may be moved, by those who may change the list. `wide`: a tablet leaves out lesser columns. */
export const Arranged = ({ list, version, action, wide, children }: ArrangedProps) =>
  list.canChange ? (
    <form
      noValidate
      method="post"
      action={action}
      className={wide ? 'card stack fewer-columns' : 'card'}
      data-keep-scroll=""
    >
      <Version {...version} />
      <input type="hidden" name="intent" value="arrange" />
      {children}
    </form>
  ) : (
    <Card>{children}</Card>
  )

/** The name of a favourite group or a category. */
export const EntryNameField = ({ kept, present }: { kept: Kept; present: string }) => {
  const { t } = useTranslation(['tables', 'lists'])
  return (
    <Field
      name="name"
      label={t('lists:column.name')}
      hint={t('rule.label', { number: limits.otherNameCharacters })}
      defaultValue={kept.value('name', present)}
      error={kept.error('name')}
      autoComplete="off"
      dir="auto"
    />
  )
}

/** A number of channels. On a phone, where the column has no header, it is labelled. */
const ChannelCount = ({ count }: { count: number }) => {
  const { t } = useTranslation(['lists', 'common'])
  const format = useFormat()
  const label = `${t('common:label', { label: t('lists:column.channels') })} `
  return (
    <>
      <span className="cell-label" data-label={label} aria-hidden="true" />
      {format.number(count)}
    </>
  )
}

export const channelsColumn = (t: TFunction): Column<{ channels: number }> => ({
  key: 'channels',
  header: t('lists:column.channels'),
  kind: 'number',
  phone: 'end',
  cell: (row) => <ChannelCount count={row.channels} />,
})

type Pickable = { id: number; name: string; isThere?: boolean }
/** Ticks channels of a form. Those that are there already can't be ticked. */
export const pickColumn = (t: TFunction, kept: Kept, rows: readonly Pickable[]): Column<Pickable> => {
  const ticked = new Set(kept.values('id'))
  return tickColumn({
    t,
    texts: 'lists',
    isTicked: ({ id }) => ticked.has(String(id)),
    error: kept.error('id'),
    first: rows.find((row) => row.isThere !== true),
    isDisabled: (row) => row.isThere === true,
  })
}
