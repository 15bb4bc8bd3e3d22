/** Sorts the whole list, or the selected channels among their places, by the modes and variants that boxes know. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { sortModes, type Operation, type SortMode } from '~/engine/types'
import { fail } from '~/errors/table'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { sortText } from '~/ui/channel-list/operation-text'
import { FieldGroup } from '~/ui/field-group'
import { FormActions } from '~/ui/form-actions'
import { Radio } from '~/ui/radio'
import { redirectWithFlash } from '~/request/flash.server'
import { newBatch } from '~/web/form/form.server'
import { answerEdit, keyOfForm, refuseForm, type EditAnswer } from '~/web/lists/answer.server'
import { addressOf, backOf, readSelection } from '~/web/lists/selection.server'
import { sortForm } from '~/web/lists/forms.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'

export const handle = { i18n: ['lists', 'numbers', 'problems'], title: 'lists:sort.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

/** The modes that order transponders and therefore have both variants. */
const byTransponder: readonly SortMode[] = ['transponder', 'satellite-frequency-name', 'satellite-frequency-sid']
const choices = sortModes.flatMap((mode): { value: string; mode: SortMode; variant?: 1 | 2 }[] =>
  byTransponder.includes(mode)
    ? [
        { value: `${mode}-1`, mode, variant: 1 },
        { value: `${mode}-2`, mode, variant: 2 },
      ]
    : [{ value: mode, mode }],
)

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const url = new URL(request.url)
  if (!list.canChange) throw redirect(backOf(url, list.id))
  const selection = await readSelection(user, list.id, url)
  if (selection === null)
    throw redirectWithFlash(context, backOf(url, list.id), { kind: 'problem', key: 'lists:done.replaced' })
  return json({
    list: { id: list.id, name: list.name },
    selected: selection.ids.length,
    total: selection.total,
    batch: newBatch(),
    here: addressOf(url, selection),
    back: backOf(url, list.id, selection.ids, selection.source),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, t, list, read } = await readListForm({ request, params, context }, sortForm)
  const choice = read.ok ? choices.find((entry) => entry.value === read.value.mode) : undefined
  if (!choice)
    return refuseForm(fail('C1106', { field: 'mode', data: { reason: 'no-mode' } }), read.ok ? read.values : {})
  const url = new URL(request.url)
  const selection = await readSelection(user, list.id, url)
  if (selection === null)
    return redirectWithFlash(context, backOf(url, list.id), { kind: 'problem', key: 'lists:done.replaced' })
  const { ids, base, source, chosen } = selection
  // An empty rest of a selection must not sort the whole list.
  if (chosen && ids.length === 0) return refuseForm(fail('C1106', { data: { reason: 'nothing-selected' } }))
  const { mode, variant } = choice
  const operations: Operation[] = [
    { op: 'sort', mode, ...(variant === undefined ? {} : { variant }), ...(ids.length > 0 ? { ids } : {}) },
  ]
  return answerEdit({
    ...ask,
    base,
    source,
    to: backOf(url, list.id, ids, source),
    done: { key: 'lists:done.sort', params: { mode: sortText(mode, variant, t) } },
    batch: read.ok ? keyOfForm(read.value.batch, operations) : undefined,
    operations,
  })
}

const SortPage = () => {
  const { list, selected, total, batch, here, back } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['lists', 'numbers'])
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const errors = listErrorsOf(answer?.failure?.errors, t)
  const lead =
    selected > 0
      ? t('sort.leadSelected', { channels: t('channels.count', { count: selected }) })
      : t('sort.leadAll', { channels: t('channels.count', { count: total }) })
  return (
    <div className="narrow">
      <ListPageHead list={list} title={t('sort.title')} lead={lead} errors={errors} />
      <Card>
        <form noValidate method="post" action={here} className="form">
          <input type="hidden" name="batch" value={batch} />
          <FieldGroup
            id="field-mode"
            legend={t('sort.mode')}
            error={errors.find((error) => error.field === 'mode')?.message}
          >
            {choices.map(({ value, mode, variant }) => (
              <Radio key={value} name="mode" value={value} checked={value === 'az'}>
                {sortText(mode, variant, t)}
                <br />
                <span className="field-hint">
                  {t(`numbers:sort.about.${mode}`)}
                  {variant !== undefined &&
                    ` ${t(variant === 2 ? 'numbers:sort.aboutSerial' : 'numbers:sort.aboutFrequency')}`}
                </span>
              </Radio>
            ))}
          </FieldGroup>
          <p className="muted small">{t('sort.tie')}</p>
          <FormActions submit={t('sort.submit')} cancelHref={back} />
        </form>
      </Card>
    </div>
  )
}
export default SortPage
