/** Changes the account's country. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { changeCountry, getProfile } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { CountryForm } from '~/ui/country-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { requireUser } from '~/request/caller.server'
import { countryChoices } from '~/web/account/country.server'
import { redirectDone } from '~/request/flash.server'
import { countrySchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { getLanguage } from '~/request/language.server'

export const handle = { i18n: ['account'], title: 'account:country.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [profile, language] = await Promise.all([getProfile(user.userId), getLanguage(request, context)])
  return json({ country: profile.country, countries: countryChoices(language).countries })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, countrySchema)
  if (!read.ok) return invalid(read)
  const changed = await changeCountry(user.userId, read.value.country)
  if (!changed.ok) return refused(changed, read.values)
  return redirectDone(context, '/personal', 'account:flash.countrySaved')
}

const Country = () => {
  const { t } = useTranslation('account')
  const { country, countries } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage form={form} title={t('country.title')} crumbs={[{ href: '/personal', label: t('personal.title') }]}>
      <Card>
        <CountryForm
          texts={{
            label: t('country.label'),
            hint: t('country.hint'),
            none: t('country.none'),
            submit: t('common:action.save'),
          }}
          countries={countries}
          country={country}
          form={form}
          cancelHref="/personal"
        />
      </Card>
    </FormPage>
  )
}
export default Country
