/** Asks before a list is deleted: which boxes load it, and for how long it can be restored. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { useFormat } from '~/i18n/format'
import { deleteList } from '~/modules/channel-list/channel-list.server'
import { listBoxes } from '~/modules/device/device.server'
import { Card } from '~/ui/card'
import { FormActions } from '~/ui/form-actions'
import { restoreDays } from '~/ui/channel-list/limits'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { redirectDone } from '~/request/flash.server'
import { listPathOf, requireValue } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'

export const handle = {
  i18n: ['lists'],
  title: (data, t) => t('lists:delete.title', { name: data?.list.name ?? '' }),
} satisfies RouteHandle<{ list: { name: string } }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  if (!list.canChange) throw redirect(listPathOf(list.id))
  const boxes = (await listBoxes(user.userId))
    .filter((box) => box.activeListId === list.id)
    .map((box) => box.nickname ?? (box.model || box.sn))
  return json({ list: { id: list.id, name: list.name }, boxes })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  requireValue(await deleteList(user, list.id))
  return redirectDone(context, '/features', 'lists:done.listDeleted', { name: list.name, number: restoreDays })
}

const DeletePage = () => {
  const { list, boxes } = useLoaderData<typeof loader>()
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <div className="narrow">
      <ListPageHead
        list={list}
        title={t('delete.title', { name: list.name })}
        lead={t('delete.lead', { number: restoreDays })}
      />
      <Card tone="danger">
        <form noValidate method="post" action={`/features/lists/${list.id}/delete`} className="form">
          {boxes.length > 0 && (
            <p>{t('delete.boxes', { boxes: format.list(boxes.map((box) => `\u2068${box}\u2069`)) })}</p>
          )}
          <FormActions variant="danger" icon="trash" submit={t('delete.submit')} cancelHref="/features" />
        </form>
      </Card>
    </div>
  )
}
export default DeletePage
