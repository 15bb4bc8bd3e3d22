/**
 * Creates an API token: asks for a name, its scopes, its lifetime, and the password. The next page shows its secret,
 * once.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { scopes } from '~/modules/session/caller'
import type { RouteHandle } from '~/i18n/handle'
import { createOwnApiToken } from '~/modules/session/session.server'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { CheckField, Field, SelectField } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { fieldId } from '~/ui/field-id'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { maxTokenNameLength, ownTokenSchema, tokenLifetimeDays } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { onceCookie } from '~/request/once.server'
import { scopeKey } from '~/web/account/token-scope'

export const handle = { i18n: ['account'], title: 'account:tokens.new', sealed: true } satisfies RouteHandle

/** A letter of some scripts takes several UTF-16 units; the server counts exactly. */
const unitsPerLetter = 4
const ownTexts: OwnTexts = {
  ...passwordTexts,
  'name.A0422': 'account:tokens.nameWrong',
  'scopes.A0422': 'account:tokens.rightsMissing',
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  // Only an operator's token may have the operator scope.
  return json({
    offered: scopes.filter((scope) => scope !== 'operator' || user.role === 'operator'),
    lifetimes: [...tokenLifetimeDays],
    maxNameUnits: maxTokenNameLength * unitsPerLetter,
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, ownTokenSchema)
  if (!read.ok) return invalid(read)
  const made = await createOwnApiToken(user.userId, read.value)
  if (!made.ok) return refused(made, read.values)
  return redirect(`/personal/tokens/${made.value.view.id}`, {
    status: 303,
    headers: { 'set-cookie': onceCookie(context, `token:${made.value.view.id}`, made.value.token) },
  })
}

const NewToken = () => {
  const { t } = useTranslation('account')
  const { offered, lifetimes, maxNameUnits } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, ownTexts)
  const chosen = form.valuesOf('scopes') ?? (form.summary.length > 0 ? [] : ['lists:read'])
  return (
    <FormPage
      form={form}
      title={t('tokens.new')}
      lead={t('tokens.lead')}
      crumbs={[
        { href: '/personal', label: t('personal.title') },
        { href: '/personal/tokens', label: t('tokens.title') },
      ]}
    >
      <Card>
        <form method="post" className="form" data-draft="" data-once="" noValidate data-sealed="" data-kept="">
          <Field
            label={t('tokens.name')}
            name="name"
            hint={t('tokens.nameHint')}
            defaultValue={form.valueOf('name')}
            error={form.messageOf('name')}
            maxLength={maxNameUnits}
            dir="auto"
            autoComplete="off"
            required
          />
          <FieldGroup legend={t('tokens.rights')} error={form.messageOf('scopes')} id={fieldId('scopes')}>
            {offered.map((scope) => (
              <CheckField
                key={scope}
                label={t(scopeKey(scope))}
                name="scopes"
                value={scope}
                id={`scope-${scope.replace(':', '-')}`}
                defaultChecked={chosen.includes(scope)}
              />
            ))}
          </FieldGroup>
          <SelectField
            label={t('tokens.lifetime')}
            name="expiresInDays"
            defaultValue={form.valueOf('expiresInDays') ?? '90'}
            error={form.messageOf('expiresInDays')}
            options={lifetimes.map((days) => ({
              value: String(days),
              label: days === 0 ? t('tokens.never') : t('tokens.days', { count: days }),
            }))}
          />
          <Field
            label={t('password.present')}
            name="password"
            type="password"
            hint={t('tokens.passwordHint')}
            error={form.messageOf('password')}
            autoComplete="current-password"
            required
          />
          <FormActions submit={t('tokens.submit')} cancelHref="/personal/tokens" />
        </form>
      </Card>
    </FormPage>
  )
}
export default NewToken
