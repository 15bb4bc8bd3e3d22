/**
 * The frame of a tool's page: the questions, as a plain form whose fields are in the address; the preview, row by row;
 * and the button that applies it. Every tool has the same three steps. A requested preview comes before the form, so
 * that the page shows it first even without scripts.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Button, ButtonLink, type ButtonVariant } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListPageHead } from '../list-page-head'
import { EmptyState } from '~/ui/empty-state'
import type { FormError } from '~/ui/error-summary'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { listErrorText } from '../error-text'
import { joined } from '../joined'
import { PlanTable } from './plan-table'
import type { FilePlan, ShownPlan, ToolData, ToolError } from './types'
import { useFormat } from '~/i18n/format'
import { SelectField } from '~/ui/field'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'

type ScopeProps = Pick<ToolData, 'scope' | 'satellites'> & { allHref: string }
/** Which channels a tool looks at: the chosen ones, those of a satellite or a type, or all. */
const ScopeFields = ({ scope, satellites, allHref }: ScopeProps) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const choices = satellites.map(({ index, name, angle }) => ({
    value: String(index),
    label: joined([plainSatelliteName(name) || t('lists:satellite.unnamed'), angleText(angle, t, format)]),
  }))
  const hidden = scope.params.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
  if (scope.kind === 'ids')
    return (
      <p>
        {hidden}
        {t('tools:scope.chosen', { channels: t('lists:channels.count', { count: scope.count ?? 0 }) })}{' '}
        <a href={allHref}>{t('tools:scope.all')}</a>
      </p>
    )
  return (
    <>
      {hidden}
      {scope.params.length > 0 && (
        <p>
          {t('tools:scope.matching', { channels: t('lists:channels.count', { count: scope.count ?? 0 }) })}{' '}
          <a href={allHref}>{t('tools:scope.all')}</a>
        </p>
      )}
      <div className="filters">
        <SelectField
          name="satellite"
          label={t('lists:filter.satellite')}
          defaultValue={scope.satellite}
          options={[{ value: '', label: t('lists:filter.anySatellite') }, ...choices]}
        />
        <SelectField
          name="type"
          label={t('lists:filter.type')}
          defaultValue={scope.type}
          options={[
            { value: '', label: t('lists:filter.anyType') },
            ...(['tv', 'radio', 'data', 'other'] as const).map((type) => ({
              value: type,
              label: t(`lists:type.${type}`),
            })),
          ]}
        />
      </div>
    </>
  )
}

/** The address of a tool's page with some fields changed; it starts at the first page of rows again. */
export const addressWith = (
  { list, tool, query }: Pick<ToolData, 'list' | 'tool' | 'query'>,
  changes: Record<string, string | null>,
): string => {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return `/features/lists/${list.id}/tools/${tool}${text === '' ? '' : `?${text}`}`
}

export const toolErrors = (errors: readonly ToolError[], t: TFunction): FormError[] =>
  errors.map(({ field, code, data }) => {
    if (code === 'Q2202') return { field, message: t('tools:error.overLimit') }
    return {
      field,
      message:
        data?.['reason'] === 'tool-number' ? String(t('tools:error.number', data)) : listErrorText({ code, data }, t),
    }
  })

/** A plan in one line: how many rows change, and how many don't and why. */
const planSentence = (tool: ToolData['tool'], { counts }: ShownPlan, t: TFunction): string =>
  joined([
    t(`tools:plan.${tool}`, { count: counts.changes }),
    tool === 'duplicates' && t('tools:plan.groups', { count: counts.groups }),
    counts.refused > 0 && t('tools:plan.refused', { count: counts.refused }),
    tool === 'from' && counts.missing > 0 && t('tools:plan.missing', { count: counts.missing }),
    tool === 'from' && counts.ambiguous > 0 && t('tools:plan.ambiguous', { count: counts.ambiguous }),
    tool === 'vanished' && counts.uncovered > 0 && t('tools:plan.uncovered', { count: counts.uncovered }),
    tool === 'vanished' && counts.ambiguous > 0 && t('tools:plan.unknown', { count: counts.ambiguous }),
  ])

type PlanProps = {
  data: ToolData
  plan: ShownPlan
  file?: FilePlan | undefined
  /** It comes before the form. */
  first: boolean
}
const PlanCard = ({ data, plan, file, first }: PlanProps) => {
  const { t } = useTranslation(['tools', 'lists', 'common'])
  const { tool, without, paging } = data
  const { counts } = plan
  const here = addressWith(data, {})
  const variant: ButtonVariant = data.act === 'delete' ? 'danger' : 'primary'
  return (
    <Card id="plan" title={t('tools:plan.title')}>
      <div className="stack">
        <p role="status">{planSentence(tool, plan, t)}</p>
        {first && (
          <p className="no-print">
            <a href="#asked">{t('tools:plan.change')}</a>
          </p>
        )}
        {file && <p className="muted">{t('tools:plan.file', { name: file.fileName })}</p>}
        {tool === 'vanished' && plan.satellites.length > 0 && (
          <p className="muted small">
            {t('tools:plan.against', { lists: joined(plan.lists), satellites: joined(plan.satellites) })}
          </p>
        )}
        {without.length > 0 && (
          <p>
            {t('tools:leave.some', { count: without.length })}{' '}
            <a href={`${addressWith(data, { without: null })}#plan`}>{t('tools:leave.undo')}</a>
          </p>
        )}
        {plan.overLimit !== null && (
          <Notice tone="bad" live>
            <p>{t('tools:error.overLimit')}</p>
          </Notice>
        )}
        {plan.total > 0 && (
          <>
            {counts.changes > 0 && plan.overLimit === null && (
              <form noValidate method="post" action={here} className="form-actions" key={`${plan.base}${data.query}`}>
                <input type="hidden" name="intent" value={file ? 'names' : 'apply'} />
                <input type="hidden" name="base" value={plan.base} />
                <input type="hidden" name="source" value={plan.source} />
                <input type="hidden" name="seen" value={plan.seen} />
                <input type="hidden" name="batch" value={data.batch} />
                {file && <input type="hidden" name="names" value={file.names} />}
                <Button variant={variant}>{t(`tools:submit.${data.submit}`, { count: counts.changes })}</Button>
                <CancelLink href={data.back} />
              </form>
            )}
            <PlanTable
              tool={tool}
              groups={data.groups}
              rows={plan.rows}
              act={data.act}
              leaveHref={
                file || tool === 'copy'
                  ? null
                  : (id) => `${addressWith(data, { without: [...without, id].join('.') })}#plan`
              }
            />
            {file ? (
              plan.total > plan.rows.length && (
                <p className="muted">{t('tools:plan.more', { count: plan.total - plan.rows.length })}</p>
              )
            ) : (
              <Pagination
                page={paging.page}
                size={paging.size}
                total={plan.total}
                href={(page, size) => `${addressWith(data, { page: String(page), size: String(size) })}#plan`}
              />
            )}
          </>
        )}
        {plan.total === 0 && <EmptyState title={t(`tools:empty.${tool}`)} art="none" />}
      </div>
    </Card>
  )
}

type ToolPageProps = {
  data: ToolData
  failure: readonly ToolError[]
  file?: FilePlan | undefined
  /** Edits that this browser still holds. */
  unsaved?: ReactNode
  /** The tool's own fields; `messageOf` gives a field's error. */
  fields: (messageOf: (field: string) => string | null) => ReactNode
  /** Shown below the form. */
  children?: ReactNode
}

export const ToolPage = ({ data, failure, file, unsaved, fields, children }: ToolPageProps) => {
  const { t } = useTranslation(['tools', 'lists'])
  const { list, tool, scope, without } = data
  const errors = toolErrors([...failure, ...data.errors], t)
  const path = `/features/lists/${list.id}`
  const plan = file ?? data.plan
  const query = new URLSearchParams(data.query)
  const back = query.get('back')
  // Some tools show their findings before anything was asked; then the questions come first.
  const planFirst = file !== undefined || query.has('asked')
  const shownPlan = plan !== null && <PlanCard data={data} plan={plan} file={file} first={planFirst} />
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t(`lists:tool.${tool}`)}
        lead={t(`tools:lead.${tool}`)}
        crumbs={[{ href: `${path}/tools`, label: t('lists:tool.menu') }]}
        errors={errors}
      />
      {unsaved}
      {planFirst && shownPlan}
      <Card id="asked">
        {/* The action has no anchor: text browsers append the fields to it. */}
        <form
          noValidate
          method="get"
          action={`${path}/tools/${tool}`}
          data-place="plan"
          className="form"
          key={data.query}
        >
          <input type="hidden" name="asked" value="1" />
          {fields((field) => errors.find((error) => error.field === field)?.message ?? null)}
          {tool !== 'sky' && (
            <ScopeFields
              scope={scope}
              satellites={data.satellites}
              allHref={addressWith(data, {
                ...Object.fromEntries(scope.params.map(([name]) => [name, null])),
                without: null,
              })}
            />
          )}
          {/* The view of the list that the person came from. */}
          {back !== null && <input type="hidden" name="back" value={back} />}
          {without.length > 0 && <input type="hidden" name="without" value={without.join('.')} />}
          <FormActions
            variant={plan === null || plan.counts.changes === 0 ? 'primary' : 'plain'}
            submit={t('tools:show')}
          >
            <ButtonLink href={data.back} variant="quiet">
              {t('lists:action.back')}
            </ButtonLink>
          </FormActions>
        </form>
      </Card>
      {children}
      {!planFirst && shownPlan}
    </div>
  )
}
