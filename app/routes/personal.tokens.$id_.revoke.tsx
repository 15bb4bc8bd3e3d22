/** Asks before an API token is revoked, and revokes it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listApiTokens, revokeApiToken } from '~/modules/session/session.server'
import { ConfirmPage } from '~/ui/confirm-page'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'

export const handle = {
  i18n: ['account'],
  title: (data, t) => t('account:tokens.revokeTitle', { name: data?.name ?? '' }),
} satisfies RouteHandle<{ name: string }>

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const token = (await listApiTokens(user.userId)).find((row) => row.id === params.id && row.revokedAt === null)
  if (!token) throw json({ code: 'A0404', context: 'token' }, { status: 404 })
  return json({ name: token.name })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const revoked = await revokeApiToken(user.userId, params.id ?? '')
  if (!revoked.ok) throw json({ code: revoked.code }, { status: 404 })
  return redirectDone(context, '/personal/tokens', 'account:flash.revoked', { name: revoked.value.name })
}

const RevokeToken = () => {
  const { t } = useTranslation('account')
  const { name } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={t('tokens.revokeTitle', { name })}
      text={t('tokens.revokeText')}
      confirm={t('tokens.revoke')}
      cancelHref="/personal/tokens"
      crumbs={[
        { href: '/personal', label: t('personal.title') },
        { href: '/personal/tokens', label: t('tokens.title') },
      ]}
    />
  )
}
export default RevokeToken
