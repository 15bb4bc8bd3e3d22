/**
 * Binding a box: by its serial number, typed twice, and the code on its screen; or by the link of the QR code on the
 * screen, which brings both and asks only whether this is the box.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { bindBox } from '~/modules/device/device.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code, SerialNumber } from '~/ui/code'
import { useSubmitOnce } from '~/ui/dialog'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/web/caller.server'
import { redirectWithFlash } from '~/web/flash.server'
import { bindFormSchema, bindLinkSchema, showUserCode } from '~/web/form-schema.server'
import { invalid, readForm, refused } from '~/web/form.server'

export const handle = { i18n: ['terminal'], title: 'terminal:bind.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  const search = new URL(request.url).searchParams
  const link = bindLinkSchema.safeParse({ sn: search.get('sn') ?? '', code: search.get('code') ?? '' })
  // A damaged link still fills in what it holds.
  return json({ link: link.success ? { ...link.data, shown: showUserCode(link.data.code) } : null, sn: search.get('sn')?.slice(0, 40) ?? '', code: search.get('code')?.slice(0, 40) ?? '' })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, bindFormSchema)
  if (!read.ok) return invalid(read)
  const bound = await bindBox(user.userId, read.value, { address: context.address })
  if (!bound.ok) return refused(bound, read.values)
  const { box, renewed } = bound.value
  return redirectWithFlash(context, `/terminal/${box.sn}`, { kind: 'done', key: renewed ? 'terminal:flash.renewed' : 'terminal:flash.bound', params: { name: box.nickname ?? (box.model || box.sn) } })
}

const LinkForm = ({ sn, code, shown }: { sn: string; code: string; shown: string }) => {
  const { t } = useTranslation('terminal')
  const once = useSubmitOnce<HTMLFormElement>()
  return (
    <form noValidate method="post" className="form" ref={once}>
      <p>{t('bind.linkText')}</p>
      <dl className="facts">
        <dt>{t('bind.sn')}</dt><dd className="strong"><SerialNumber sn={sn} /></dd>
        <dt>{t('bind.code')}</dt><dd className="strong"><Code>{shown}</Code></dd>
      </dl>
      <input type="hidden" name="sn" value={sn} />
      <input type="hidden" name="repeatSn" value={sn} />
      <input type="hidden" name="code" value={code} />
      <div className="form-actions">
        <Button variant="primary">{t('bind.submit')}</Button>
        <ButtonLink variant="quiet" href="/terminal/bind">{t('bind.typeInstead')}</ButtonLink>
      </div>
    </form>
  )
}

const ownTexts: OwnTexts = { 'sn.D1107': 'terminal:bind.snWrong', 'repeatSn.D1107': 'terminal:bind.repeatDiffers', 'code.A0422': 'terminal:bind.codeMissing' }

const Bind = () => {
  const { t } = useTranslation('terminal')
  const { link, sn, code } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, ownTexts)
  const once = useSubmitOnce<HTMLFormElement>()
  const asks = link !== null && form.summary.length === 0
  return (
    <>
      <PageHead title={asks ? t('bind.linkTitle') : t('bind.title')} lead={t('bind.lead')} crumbs={[{ href: '/terminal', label: t('title') }]} />
      <ErrorSummary errors={form.summary} />
      <div className="aside">
        <Card>
          {asks ? <LinkForm {...link} /> : (
            <form method="post" className="form" ref={once} noValidate>
              <Field label={t('bind.sn')} name="sn" hint={t('bind.snHint')} defaultValue={form.valueOf('sn') ?? sn} error={form.messageOf('sn')} code inputMode="numeric" autoComplete="off" required />
              <Field label={t('bind.repeatSn')} name="repeatSn" defaultValue={form.valueOf('repeatSn') ?? ''} error={form.messageOf('repeatSn')} code inputMode="numeric" autoComplete="off" required />
              <Field label={t('bind.code')} name="code" hint={t('bind.codeHint')} defaultValue={form.valueOf('code') ?? code} error={form.messageOf('code')} code autoComplete="one-time-code" required />
              <div className="form-actions">
                <Button variant="primary">{t('bind.submit')}</Button>
                <ButtonLink variant="quiet" href="/terminal">{t('common:action.cancel')}</ButtonLink>
              </div>
            </form>
          )}
        </Card>
        <Card title={t('bind.how.title')} tone="flat">
          <ol className="howto">
            <li>{t('bind.how.one')}</li>
            <li>{t('bind.how.two')}</li>
            <li>{t('bind.how.three')}</li>
          </ol>
        </Card>
      </div>
    </>
  )
}
export default Bind
