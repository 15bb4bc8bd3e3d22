/** Saves a shared list among the reader's own lists, after signing in. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { copyShared } from '~/modules/channel-list/channel-list.server'
import { Card } from '~/ui/card'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { KeepChoice, keepRulesOf, type KeepCountsView } from '~/ui/channel-list/keep-choice'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { sharedCopyForm } from '~/web/lists/merge-forms.server'
import { requireShared } from '~/web/lists/shared.server'
import { cutName } from '~/web/lists/upload.server'

export const handle = { i18n: ['merge', 'lists'], title: 'merge:shared.copy' } satisfies RouteHandle

/**
 * This address contains the link's token too, so no cache or search engine may keep it. Its form needs its own referrer
 * policy.
 */
const copyHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }
export const headers = () => copyHeaders

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  const token = params['token'] ?? ''
  const { name, channels } = await requireShared(context, token, () => null)
  return json(
    {
      name,
      channels,
      path: `/s/${token}`,
      suggested: cutName(name, limits.listNameCharacters),
      batch: newBatch(),
    },
    { headers: copyHeaders },
  )
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const token = params['token'] ?? ''
  // A link that was withdrawn meanwhile can't be copied; wrong links are counted here too.
  await requireShared(context, token, () => null)
  const read = await readForm(request, context, sharedCopyForm)
  if (!read.ok) return invalid(read)
  const { name, batch } = read.value
  const keep = keepRulesOf(read.values)
  const copied = await copyShared(user, token, { name, batch, ...(keep.length > 0 ? { keep } : {}) })
  if (!copied.ok)
    return refused(
      copied.code === 'C1110' || copied.code === 'C1125' ? { ...copied, field: 'name' } : copied,
      read.values,
    )
  return redirectDone(context, listPathOf(copied.value.id), 'lists:done.copied', { name: copied.value.name })
}

const SharedCopyPage = () => {
  const { name, channels, path, suggested, batch } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  const errors = listErrorsOf(answer?.failure?.errors, t)
  const kept: Record<string, string | string[]> = answer?.failure?.values ?? {}
  const over = answer?.failure?.errors.find((error) => error.code === 'Q2202' || error.code === 'C1111')
  const counts = over?.data && typeof over.data['channels'] === 'number' ? (over.data as KeepCountsView) : null
  return (
    <div className="narrow">
      <PageHead
        title={t('merge:shared.copy')}
        lead={t('lists:copy.lead', { name, channels: t('lists:channels.count', { count: channels }) })}
        crumbs={[{ href: path, label: name }]}
      />
      <ErrorSummary errors={errors} />
      <Card>
        <form noValidate method="post" action={`${path}/copy`} className="form">
          <input type="hidden" name="batch" value={batch} />
          <Field
            name="name"
            label={t('lists:copy.name')}
            hint={t('lists:channel.nameHint', { number: limits.listNameCharacters })}
            defaultValue={typeof kept['name'] === 'string' ? kept['name'] : suggested}
            error={errors.find((error) => error.field === 'name')?.message}
            autoComplete="off"
            dir="auto"
          />
          {counts && <KeepChoice counts={counts} kept={kept} />}
          <FormActions submit={t('merge:shared.copy')} cancelHref={path} />
        </form>
      </Card>
    </div>
  )
}
export default SharedCopyPage
