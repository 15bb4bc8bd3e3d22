/** Saves a shared list among the reader's own lists, after signing in. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { copyShared } from '~/modules/channel-list/channel-list.server'
import { CopyForm } from '~/ui/channel-list/copy-form'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { keepRulesOf } from '~/ui/channel-list/keep-choice'
import { ErrorSummary } from '~/ui/error-summary'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerCopied } from '~/web/lists/copy.server'
import { copyForm } from '~/web/lists/forms.server'
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
  // A link that was withdrawn in the meantime can't be copied; wrong links are counted here too.
  await requireShared(context, token, () => null)
  const read = await readForm(request, context, copyForm)
  if (!read.ok) return invalid(read)
  const { name, batch } = read.value
  const keep = keepRulesOf(read.values)
  const copied = await copyShared(user, token, { name, batch, ...(keep.length > 0 ? { keep } : {}) })
  return answerCopied(context, copied, read.values)
}

const SharedCopyPage = () => {
  const { name, channels, path, suggested, batch } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  const errors = listErrorsOf(answer?.failure?.errors, t)
  return (
    <div className="narrow">
      <PageHead
        title={t('merge:shared.copy')}
        lead={t('lists:copy.lead', { name, channels: t('lists:channels.count', { count: channels }) })}
        crumbs={[{ href: path, label: name }]}
      />
      <ErrorSummary errors={errors} />
      <CopyForm
        action={`${path}/copy`}
        suggested={suggested}
        failure={answer?.failure}
        errors={errors}
        submit={t('merge:shared.copy')}
        cancelHref={path}
      >
        <input type="hidden" name="batch" value={batch} />
      </CopyForm>
    </div>
  )
}
export default SharedCopyPage
