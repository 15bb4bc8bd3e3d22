/**
 * The authenticator app as a second step: starts with the password, is set up by a QR code or a typed key, and
 * confirmed by its first code. Once it is on, shows its state with links to renew or remove it.
 */
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import type { RouteHandle } from '~/i18n/handle'
import {
  confirmAuthenticator,
  findStartedAuthenticator,
  getProfile,
  startAuthenticator,
} from '~/modules/account/account.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { CodeField } from '~/ui/code-field'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { Qr } from '~/ui/qr'
import { makeQr } from '~/ui/qr.server'
import { Tag } from '~/ui/tag'
import { requireUser } from '~/request/caller.server'
import { codeAndPasswordSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { redirectToRecoveryCodes } from '~/web/account/recovery-codes.server'

export const handle = { i18n: ['account'], title: 'account:authenticator.title', sealed: true } satisfies RouteHandle

const issuerOf = (context: AppLoadContext): string => brandOf(new URL(context.origin).host).name

/** A key in groups of four, as people type it. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const profile = await getProfile(user.userId)
  if (profile.authenticatorOn) return json({ state: 'on' as const, setUp: null, codesLeft: profile.recoveryCodesLeft })
  // A prefetch or a crawler may follow a link, so only the button starts anything.
  const started = await findStartedAuthenticator(user.userId, issuerOf(context))
  if (started === null) return json({ state: 'off' as const, setUp: null, codesLeft: 0 })
  return json({
    state: 'begun' as const,
    setUp: { qr: makeQr(started.uri), secret: grouped(started.secret), uri: started.uri },
    codesLeft: 0,
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, codeAndPasswordSchema)
  if (!read.ok) return invalid(read)
  if (read.value.intent === 'again') {
    const begun = await startAuthenticator(user.userId, { password: read.value.password ?? '' }, issuerOf(context))
    return begun.ok ? redirect('/personal/authenticator', 303) : refused(begun, read.values)
  }
  const confirmed = await confirmAuthenticator(user.userId, { code: read.value.code })
  if (!confirmed.ok) return refused(confirmed, read.values)
  return redirectToRecoveryCodes(context, user.userId, confirmed.value.recoveryCodes)
}

const Authenticator = () => {
  const { t } = useTranslation('account')
  const { state, setUp, codesLeft } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('authenticator.title')}
      lead={t('authenticator.lead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      {setUp ? (
        <>
          <Card title={t('authenticator.scan')}>
            <div className="stack">
              <p>{t('authenticator.scanText')}</p>
              <Qr qr={setUp.qr} label={t('authenticator.qrLabel')} />
              <p>{t('authenticator.typeText')}</p>
              <p>
                <Code>{setUp.secret}</Code>
              </p>
              <p>
                <a href={setUp.uri} data-reload="">
                  {t('authenticator.openApp')}
                </a>
              </p>
            </div>
          </Card>
          <Card title={t('authenticator.confirm')}>
            <form noValidate method="post" className="form" data-sealed="">
              <CodeField
                label={t('second.code')}
                hint={t('authenticator.confirmText')}
                error={form.messageOf('code')}
              />
              <FormActions submit={t('authenticator.turnOn')} cancelHref="/personal" />
            </form>
          </Card>
        </>
      ) : state === 'off' ? (
        <PasswordConfirm form={form} confirm={t('personal.setUp')} cancelHref="/personal" danger={false}>
          <p>{t('authenticator.beginText')}</p>
          <input type="hidden" name="intent" value="again" />
        </PasswordConfirm>
      ) : (
        <Card>
          <div className="stack">
            <p>
              <Tag tone="ok" icon="check">
                {t('authenticator.on')}
              </Tag>
            </p>
            {codesLeft <= 3 ? (
              <Notice>{t('authenticator.codesLeft', { count: codesLeft })}</Notice>
            ) : (
              <p>{t('authenticator.codesLeft', { count: codesLeft })}</p>
            )}
            <div className="row">
              <ButtonLink href="/personal/authenticator/renew">{t('authenticator.renew')}</ButtonLink>
              <ButtonLink href="/personal/authenticator/remove" variant="quiet-danger">
                {t('authenticator.remove')}
              </ButtonLink>
            </div>
          </div>
        </Card>
      )}
    </FormPage>
  )
}
export default Authenticator
