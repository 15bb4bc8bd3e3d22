/** Renames a list. The name is not part of a revision, so only another rename reverses this. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { limits } from '~/engine/types'
import { renameList } from '~/modules/channel-list/channel-list.server'
import { Card } from '~/ui/card'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { redirectDone } from '~/request/flash.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { renameForm } from '~/web/lists/forms.server'
import { requireUserAndList } from '~/web/lists/list-form.server'

export const handle = { i18n: ['lists'], title: 'lists:rename.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { list } = await requireUserAndList({ request, params, context })
  if (!list.canChange) throw redirect(listPathOf(list.id))
  return json({ list: { id: list.id, name: list.name } })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, renameForm)
  if (!read.ok) return invalid(read)
  const renamed = await renameList(user, list.id, read.value.name)
  if (!renamed.ok) return refused({ ...renamed, field: 'name' }, read.values)
  return redirectDone(context, '/features', 'lists:done.listRenamed', { name: renamed.value.name })
}

const RenamePage = () => {
  const { list } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const errors = listErrorsOf(answer?.failure?.errors, t)
  const kept = answer?.failure?.values['name']
  return (
    <div className="narrow">
      <ListPageHead list={list} title={t('rename.title')} errors={errors} />
      <Card>
        <form noValidate method="post" action={`/features/lists/${list.id}/rename`} className="form">
          <Field
            name="name"
            label={t('rename.name')}
            hint={t('channel.nameHint', { number: limits.listNameCharacters })}
            defaultValue={typeof kept === 'string' ? kept : list.name}
            error={errors.find((error) => error.field === 'name')?.message}
            autoComplete="off"
            dir="auto"
          />
          <FormActions submit={t('rename.submit')} cancelHref="/features" />
        </form>
      </Card>
    </div>
  )
}
export default RenamePage
