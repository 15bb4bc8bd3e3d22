/** Asks for the country of the account's boxes, before the sale of services that depend on it. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { countryFixedUntil, declareCountry, getProfile } from '~/modules/account/account.server'
import { checkCountry, regionalService } from '~/modules/catalogue/catalogue.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CountryForm } from '~/ui/country-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { countryChoices } from '~/web/account/country.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { countryFormSchema, serviceReturn } from '~/web/form/form-schema.server'

export const handle = { i18n: ['service'], title: 'service:country.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [profile, language] = await Promise.all([getProfile(user.userId), getLanguage(request, context)])
  const { countries, nameOf } = countryChoices(language)
  const declared = profile.countryDeclaredAt === null ? null : profile.country
  const judged = declared === null ? null : checkCountry([regionalService], declared)
  return json({
    country: profile.country,
    name: declared === null ? null : nameOf(declared),
    fixedUntil: declared === null ? null : (countryFixedUntil(profile.countryDeclaredAt)?.toISOString() ?? null),
    sold: judged === null ? null : judged.ok,
    countries,
    returnTo: serviceReturn(new URL(request.url).searchParams.get('returnTo')),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, countryFormSchema)
  if (!read.ok) return invalid(read)
  const declared = await declareCountry(user.userId, read.value.country)
  if (!declared.ok) return refused(declared, read.values)
  const returnTo = serviceReturn(read.value.returnTo)
  // If the service is not sold there, this page says so and where it is.
  return checkCountry([regionalService], read.value.country).ok
    ? redirectDone(context, returnTo, 'service:country.saved')
    : redirect('/service/country', { status: 303 })
}

const Country = () => {
  const { t } = useTranslation('service')
  const format = useLocalFormat()
  const { country, name, fixedUntil, sold, countries, returnTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage
      form={form}
      title={t('country.title')}
      lead={t('country.lead')}
      crumbs={[{ href: '/service', label: t('title') }]}
    >
      {sold === false ? (
        <Notice title={t('country.notSold', { country: name })}>
          <p>
            {t('country.notSoldText')} <a href="/help/regions">{t('country.regions')}</a>
          </p>
        </Notice>
      ) : null}
      <Card>
        {fixedUntil === null ? (
          <CountryForm
            texts={{
              label: t('country.label'),
              hint: t('country.hint'),
              none: t('country.choose'),
              submit: t('country.submit'),
            }}
            countries={countries}
            country={country}
            form={form}
            cancelHref={returnTo}
            hidden={{ returnTo }}
          />
        ) : (
          <>
            <p>
              {t('country.declared')} <strong>{name}</strong>
            </p>
            <p className="muted">{t('country.fixed', { date: format.date(format.dayOf(fixedUntil)) })}</p>
            <p className="space-above">
              <ButtonLink href="/service">{t('back')}</ButtonLink>
            </p>
          </>
        )}
      </Card>
    </FormPage>
  )
}
export default Country
