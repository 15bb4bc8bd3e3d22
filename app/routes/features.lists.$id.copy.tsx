/** Copies a list to the account's own lists: a ready-made list to change it, or one of its own. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { limits } from '~/engine/types'
import { copyList } from '~/modules/channel-list/channel-list.server'
import { CopyForm } from '~/ui/channel-list/copy-form'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { keepRulesOf } from '~/ui/channel-list/keep-choice'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerCopied } from '~/web/lists/copy.server'
import { cutName } from '~/web/lists/upload.server'
import { copyForm } from '~/web/lists/forms.server'
import { requireUserAndList } from '~/web/lists/list-form.server'

const titleKey = (kind: string | undefined) => (kind === 'user' ? 'lists:copy.title' : 'lists:copy.titleShared')
export const handle = {
  i18n: ['lists'],
  title: (data, t) => t(titleKey(data?.list.kind)),
} satisfies RouteHandle<{ list: { kind: string } }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { list } = await requireUserAndList({ request, params, context })
  const suggested =
    list.owned && list.kind === 'user'
      ? `${cutName(list.name, limits.listNameCharacters - 2)} 2`
      : cutName(list.name, limits.listNameCharacters)
  return json({
    list: { id: list.id, name: list.name, kind: list.kind, channels: list.channels },
    suggested,
    batch: newBatch(),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, copyForm)
  if (!read.ok) return invalid(read)
  const keep = keepRulesOf(read.values)
  const { name, batch } = read.value
  const copied = await copyList(user, list.id, { name, batch, ...(keep.length > 0 ? { keep } : {}) })
  return answerCopied(context, copied, read.values)
}

const CopyPage = () => {
  const { list, suggested, batch } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const errors = listErrorsOf(answer?.failure?.errors, t)
  return (
    <div className="narrow">
      <ListPageHead
        list={list}
        title={t(titleKey(list.kind))}
        lead={t('copy.lead', { name: list.name, channels: t('channels.count', { count: list.channels }) })}
        errors={errors}
      />
      <CopyForm
        action={`/features/lists/${list.id}/copy`}
        suggested={suggested}
        failure={answer?.failure}
        errors={errors}
        submit={t('copy.submit')}
        cancelHref="/features"
      >
        {/* A second press on a slow line makes no second copy. */}
        <input type="hidden" name="batch" value={batch} />
      </CopyForm>
    </div>
  )
}
export default CopyPage
