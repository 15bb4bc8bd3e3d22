/** Asks before a feedback is closed permanently, and closes it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { closeFeedback, getFeedback } from '~/modules/feedback/feedback.server'
import { ConfirmPage } from '~/ui/confirm-page'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'

export const handle = { i18n: ['news'], title: 'news:close.title' } satisfies RouteHandle

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const found = await getFeedback(user.userId, params.id ?? '')
  if (!found.ok) throw json({ code: found.code }, { status: 404 })
  const { id, category } = found.value
  return json({ id, category })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = params.id ?? ''
  const closed = await closeFeedback(user.userId, id)
  // If it is already closed, perhaps in another tab, that counts as success.
  if (!closed.ok && closed.code !== 'A0409') throw json({ code: closed.code }, { status: 404 })
  return redirectDone(context, `/news/feedback/${id}`, 'news:flash.closed')
}

const Close = () => {
  const { t } = useTranslation('news')
  const { id, category } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={t('close.title')}
      text={t('close.text')}
      confirm={t('close.submit')}
      cancelHref={`/news/feedback/${id}`}
      crumbs={[
        { href: '/news', label: t('title') },
        { href: '/news/feedback', label: t('tabs.feedback') },
        { href: `/news/feedback/${id}`, label: t(`category.${category}`) },
      ]}
    />
  )
}
export default Close
