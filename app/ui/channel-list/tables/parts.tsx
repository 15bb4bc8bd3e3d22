/** Shared by the pages of a list's tables: hidden fields, refused forms, the frame of a page. */
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { Formats } from '~/i18n/format'
import type { Crumb } from '~/ui/breadcrumb'
import { Card } from '~/ui/card'
import type { FormError } from '~/ui/error-summary'
import { Field, SelectField, type Option } from '~/ui/field'
import type { FailureShape } from '~/ui/form-errors'
import type { GivenFields } from '~/ui/kept'
import { Notice } from '~/ui/notice'
import { NumberField } from '~/ui/number-field'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import type { Column } from '~/ui/table'
import { tickColumn } from '~/ui/tick-column'
import { ListPageHead } from '../list-page-head'
import { Version } from '../version'
import { listErrorText, type ListError } from '../error-text'

/** Rules that have a sentence of their own, by the engine's name for them. */
const rules: ReadonlySet<string> = new Set([
  'angle-range',
  'frequency-range',
  'symbol-rate-range',
  'sid-range',
  'pid-range',
  'id-range',
  'page-range',
  'url-invalid',
  'url-too-long',
  'text-too-long',
  'name-empty',
  'name-too-long',
  'polarisation-missing',
  'transponder-missing',
  'transponder-or-url',
  'nothing-chosen',
  'no-logo',
  'logo-too-large',
  'unknown-logo',
  'value-invalid',
])

/** The sentence at a field: for the violated rule, otherwise the code's own. */
const tableErrorText = (error: ListError, t: TFunction): string => {
  const reason = error.data?.['reason']
  return typeof reason === 'string' && rules.has(reason)
    ? String(t(`tables:rule.${reason}`, { ...error.data }))
    : listErrorText(error, t)
}

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

type Value = string | number | null | undefined
const given = (kept: Kept, name: string, value: Value) => ({
  defaultValue: kept.value(name, String(value ?? '')),
  error: kept.error(name),
})
type KeptProps = { name: string; label: string; hint?: string; kept: Kept; value?: Value }
/** Inputs that show what was refused, otherwise the value. */
export const KeptText = ({ value, kept, ...rest }: KeptProps) => (
  <Field {...rest} {...given(kept, rest.name, value)} autoComplete="off" dir="auto" />
)
export const KeptNumber = ({ value, kept, ...rest }: KeptProps & { decimal?: boolean }) => (
  <NumberField {...rest} {...given(kept, rest.name, value)} />
)
export const KeptSelect = ({ value, kept, ...rest }: KeptProps & { id?: string; options: readonly Option[] }) => (
  <SelectField {...rest} {...given(kept, rest.name, value)} />
)

/** The name of a satellite, a favourite group or a category. */
export const EntryNameField = ({ kept, present }: { kept: Kept; present: string }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const hint = t('rule.label', { number: limits.otherNameCharacters })
  return <KeptText name="name" label={t('lists:column.name')} hint={hint} value={present} kept={kept} />
}

/** Where channels are added to a list of this length. */
export const PlaceField = ({ kept, total }: { kept: Kept; total: number }) => {
  const { t } = useTranslation('tables')
  const hint = t('add.numberHint', { number: Math.max(1, total) })
  return <KeptNumber name="to" label={t('add.number')} hint={hint} kept={kept} />
}

export const channelsColumn = (t: TFunction, format: Formats): Column<{ channels: number }> => ({
  key: 'channels',
  header: t('lists:column.channels'),
  kind: 'number',
  phone: 'end',
  phoneLabel: 'drawn',
  cell: (row) => format.number(row.channels),
})

type Received = { type: string; satellite: string; angle: number | null }
/** What kind of channel a row is, and where it comes from. */
export const receivedColumns = (t: TFunction, format: Formats): Column<Received>[] => [
  { key: 'type', header: t('lists:column.type'), phone: 'end', cell: (row) => t(`lists:type.${row.type}`) },
  {
    key: 'satellite',
    header: t('lists:column.satellite'),
    cell: (row) => (
      <>
        <bdi>{plainSatelliteName(row.satellite)}</bdi> <bdi className="muted">{angleText(row.angle, t, format)}</bdi>
      </>
    ),
  },
]

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
