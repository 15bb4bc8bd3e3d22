/** Uploads a file, on its own page, which shows the errors of the submitted form. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { UploadForm } from '~/client/upload/upload-form'
import type { RouteHandle } from '~/i18n/handle'
import { findLists } from '~/modules/channel-list/channel-list.server'
import { Card } from '~/ui/card'
import { listsPerAccount } from '~/ui/channel-list/limits'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { takeUpload } from '~/web/lists/upload.server'

export const handle = { i18n: ['lists', 'problems'], title: 'lists:upload.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  // Accounts that publish for others have no limit on the number of lists.
  const own =
    user.role === 'customer'
      ? (await findLists(user, { kind: 'user', page: 1, size: 100 })).items.filter((list) => list.owned).length
      : 0
  return json({ role: user.role, full: own >= listsPerAccount })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const outcome = await takeUpload(request, context, user)
  if (outcome.ok)
    return redirectWithFlash(context, outcome.to, {
      kind: 'done',
      key: 'lists:upload.done',
      params: { name: outcome.name },
      ...(outcome.next && { next: outcome.next }),
    })
  if (outcome.held !== null) return redirect(`/features/uploads/${outcome.held}`, { status: 303 })
  return json<EditAnswer>({ failure: outcome.failure }, { status: outcome.status })
}

const UploadPage = () => {
  const { role, full } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  return (
    <div className="narrow">
      <PageHead title={t('upload.title')} crumbs={[{ href: '/features', label: t('title') }]} />
      {full && <Notice>{t('features.full', { number: listsPerAccount })}</Notice>}
      <Card>
        <UploadForm role={role} failure={answer?.failure ?? null} />
      </Card>
    </div>
  )
}
export default UploadPage
