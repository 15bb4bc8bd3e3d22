/**
 * Merges a box's waiting save with the list: changes by one side are taken, and each clash shows both values to choose
 * from.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf, useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import {
  keepMine,
  previewReconcile,
  reconcileOperations,
  settleConflictCopy,
} from '~/modules/channel-list/channel-list.server'
import { ButtonLink } from '~/ui/button'
import { FormActions } from '~/ui/form-actions'
import { Card } from '~/ui/card'
import { boxText } from '~/ui/channel-list/box-text'
import { ClashChoice } from '~/ui/channel-list/clash-choice'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { isolate, joined } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { Draft } from '~/ui/draft'
import { FieldGroup } from '~/ui/field-group'
import { Notice } from '~/ui/notice'
import { draftMark, useGiven } from '~/ui/kept'
import { Radio } from '~/ui/radio'
import { redirectWithFlash } from '~/request/flash.server'
import { getLanguage, getT } from '~/request/language.server'
import { invalid, newBatch } from '~/web/form/form.server'
import { answerEdit, listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { describeClash } from '~/web/lists/clash-text.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'
import { choicesIn, reconcileForm } from '~/web/lists/merge-forms.server'
import { answerFailure } from '~/web/lists/other.server'

export const handle = {
  i18n: ['merge', 'lists', 'problems'],
  title: 'merge:both.title',
} satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const merge = list.beside === null ? null : requireValue(await previewReconcile(user, list.id))
  // The choice has been made since, or there was none to make.
  if (merge === null) throw redirectWithFlash(context, listPathOf(list.id), { kind: 'note', key: 'lists:beside.past' })
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const { beside, revision, known, counts, clashes, total, missingGroups, left } = merge
  return json({
    list: { id: list.id, name: list.name },
    beside,
    revision,
    known,
    counts,
    clashes: clashes.map((clash) => describeClash(clash, t, formatsOf(language))),
    total,
    missingGroups,
    fixed: left.filter(({ why }) => why === 'fixed').length,
    batch: newBatch(),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, list, read } = await readListForm({ request, params, context }, reconcileForm)
  if (!read.ok) return invalid(read)
  const { base, revision, batch, all } = read.value
  const choices = all === undefined ? choicesIn(read.values) : []
  const made = await reconcileOperations(user, list.id, { base, revision, batch, choices, all })
  if (!made.ok) return answerFailure(ask, made, read.values)
  const { operations, source, left } = made.value
  const to = listPathOf(list.id)
  const done: { key: 'merge:both.done' | 'merge:both.doneLeft'; params?: { left: number } } =
    left.length > 0 ? { key: 'merge:both.doneLeft', params: { left: left.length } } : { key: 'merge:both.done' }
  if (operations.length === 0) {
    requireValue(await keepMine(user, list.id, { revision }))
    return redirectWithFlash(context, to, { kind: 'done', ...done })
  }
  const answer = await answerEdit({
    ...ask,
    base,
    source,
    batch,
    operations,
    to,
    done,
    values: read.values,
  })
  if (answer.status === 303) await settleConflictCopy(list.id, revision)
  return answer
}

const countLabels = [
  ['added', 'merge:both.added'],
  ['removed', 'merge:both.removed'],
  ['name', 'lists:compare.show.name'],
  ['position', 'lists:compare.show.position'],
  ['lock', 'lists:clash.fields.lock'],
  ['skip', 'lists:clash.fields.skip'],
  ['favourites', 'lists:column.favourite'],
  ['groupOrder', 'merge:both.groupOrder'],
  ['details', 'lists:clash.fields.details'],
  ['category', 'lists:clash.fields.category'],
  ['number', 'lists:clash.fields.number'],
  ['satellite', 'lists:clash.fields.satellite'],
  ['transponder', 'lists:clash.fields.transponder'],
  ['group', 'lists:clash.fields.group'],
] as const

const ReconcilePage = () => {
  const { list, beside, revision, known, counts, clashes, total, missingGroups, fixed, batch } =
    useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists', 'common'])
  const format = useFormat()
  const mark = draftMark('reconcile', [revision, beside.revision])
  const given = useGiven(mark)
  const chosen = answer?.failure?.values ?? given
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const path = `/features/lists/${list.id}`
  const here = `${path}/reconcile`
  const taken = countLabels
    .filter(([one]) => counts[one] > 0)
    .map(([one, label]) => `${t('common:label', { label: t(label) })} ${format.number(counts[one])}`)
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('merge:both.title')}
        lead={t('lists:compare.lead', { mine: revision, theirs: beside.revision, box: boxText(beside, t) })}
        failure={answer?.failure}
      />
      {!known && <Notice>{t('merge:both.unknown')}</Notice>}
      <form noValidate method="post" action={here} className="stack" data-draft={mark} key={mark}>
        <Draft mark={mark} given={given} />
        <input type="hidden" name="base" value={revision} />
        <input type="hidden" name="revision" value={beside.revision} />
        <input type="hidden" name="batch" value={batch} />
        <Card title={t('merge:both.taken')}>
          {taken.length > 0 ? <p>{joined(taken)}</p> : fixed === 0 && <p>{t('merge:both.takesNothing')}</p>}
          {fixed > 0 && <p>{t('merge:both.fixed', { number: fixed })}</p>}
          {missingGroups.length > 0 && (
            <p className="muted">
              {t('merge:both.missingGroups', { groups: format.list(missingGroups.map(isolate)) })}
            </p>
          )}
        </Card>
        {clashes.length > 0 && (
          <Card title={t('merge:both.clashes', { number: total })}>
            <div className="stack">
              <p className="muted">{t('merge:both.clashLead')}</p>
              <FieldGroup legend={t('merge:both.all.title')}>
                {(['each', 'mine', 'theirs'] as const).map((side) => (
                  <Radio key={side} name="all" value={side} checked={(chosen?.['all'] ?? 'each').toString() === side}>
                    {t(`merge:both.all.${side}`)}
                  </Radio>
                ))}
              </FieldGroup>
              {clashes.map((clash) => (
                <ClashChoice key={clash.key} clash={clash} kept={chosen?.[`c.${clash.key}`]?.toString()} />
              ))}
              {total > clashes.length && (
                <p className="muted">{t('merge:both.more', { number: total - clashes.length })}</p>
              )}
            </div>
          </Card>
        )}
        <FormActions submit={t('merge:both.apply')}>
          <ButtonLink href={`${path}/compare`} variant="quiet">
            {t('lists:beside.compare')}
          </ButtonLink>
        </FormActions>
      </form>
    </div>
  )
}
export default ReconcilePage
