/** Lets a person download all data of the account, after entering the password. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { confirmPassword } from '~/modules/account/account.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { findStep, goToStep } from '~/web/account/step.server'
import { passwordOnlySchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'

export const handle = { i18n: ['account'], title: 'account:data.title', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  return json({ isProven: findStep(request, 'own-data')?.userId === userId })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const read = await readForm(request, context, passwordOnlySchema)
  if (!read.ok) return invalid(read)
  const proven = await confirmPassword(userId, read.value.password)
  if (!proven.ok) return refusedOrVerify(request, context, proven, read)
  return goToStep(context, '/personal/data', { flow: 'own-data', userId })
}

const OwnData = () => {
  const { isProven } = useLoaderData<typeof loader>()
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('data.title')}
      lead={t('data.lead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      {isProven ? (
        <Card>
          <ButtonLink href="/personal/data/file.zip" variant="primary" icon="download" download="">
            {t('data.download')}
          </ButtonLink>
        </Card>
      ) : (
        <PasswordConfirm form={form} confirm={t('data.confirm')} cancelHref="/personal" danger={false}>
          <p>{t('data.why')}</p>
        </PasswordConfirm>
      )}
    </FormPage>
  )
}
export default OwnData
