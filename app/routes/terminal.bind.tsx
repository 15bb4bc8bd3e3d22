/**
 * Binds a box by its serial number, typed twice, and the code on its screen; or by the link in the screen's QR code,
 * which contains both. Anybody can send such a link. So before anything is bound, the page shows which box it is, since
 * when and from where its code was requested, and what would end.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { bindBox, findWaitingCode, type WaitingCode } from '~/modules/device/device.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code, SerialNumber } from '~/ui/code'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { Time } from '~/ui/time'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { parseReturnTo } from '~/request/return-to'
import { bindLinkSchema, bindPageSchema, showUserCode } from '~/web/form/form-schema.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { now } from '~/platform/clock.server'

/** The title: a code that was scanned asks for a confirmation. */
const titleKey = (asked: Asked | null): string =>
  asked === null
    ? 'terminal:bind.title'
    : asked.waiting.replaces
      ? 'terminal:bind.confirmTitle'
      : 'terminal:bind.linkTitle'

export const handle = {
  i18n: ['terminal'],
  title: (data, t) => t(titleKey(data?.asked ?? null)),
} satisfies RouteHandle<{ asked: Asked | null }>

/** The facts that the page shows, as texts. */
const viewOf = ({ askedAt, replaces, ...waiting }: WaitingCode) => ({
  ...waiting,
  askedAt: askedAt.toISOString(),
  replaces: replaces === null ? null : { name: replaces.name, lastSeenAt: replaces.lastSeenAt?.toISOString() ?? null },
})
type Asked = { code: string; shown: string; now: string; waiting: ReturnType<typeof viewOf> }

const bindPath = (fields: Record<string, string>): string => `/terminal/bind?${new URLSearchParams(fields).toString()}`

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const search = new URL(request.url).searchParams
  const link = bindLinkSchema.safeParse({ sn: search.get('sn') ?? '', code: search.get('code') ?? '' })
  // A damaged link still fills in the values that it contains.
  const typed = { sn: search.get('sn')?.slice(0, 40) ?? '', code: search.get('code')?.slice(0, 40) ?? '' }
  const batch = newBatch()
  const returnTo = parseReturnTo(search.get('returnTo'))
  if (!link.success) return json({ asked: null, failure: null, batch, returnTo, ...typed })
  const found = await findWaitingCode(user.userId, link.data, { address: context.address })
  if (!found.ok)
    return json({
      asked: null,
      failure: { values: {}, errors: [{ field: found.field ?? null, code: found.code, data: found.data ?? null }] },
      batch,
      returnTo,
      ...typed,
    })
  const asked: Asked = {
    code: link.data.code,
    shown: showUserCode(link.data.code),
    now: now().toISOString(),
    waiting: viewOf(found.value),
  }
  return json({ asked, failure: null, batch, returnTo, ...typed })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, bindPageSchema)
  if (!read.ok) return invalid(read)
  const { sn, code, pairing, batch } = read.value
  const returnTo = parseReturnTo(read.value.returnTo)
  const bound = await bindBox(user.userId, { sn, code, seen: pairing ?? null, batch }, { address: context.address })
  // A form that was changed after it had been sent gets a new id.
  if (!bound.ok) return refused(bound, bound.data?.context === 'sent' ? { ...read.values, batch: '' } : read.values)
  if (bound.value.step === 'confirm')
    return redirect(bindPath({ sn, code, ...(returnTo === null ? {} : { returnTo }) }), { status: 303 })
  const { box, renewed } = bound.value
  return redirectWithFlash(context, returnTo ?? `/terminal/${box.sn}`, {
    kind: 'done',
    key: renewed ? 'terminal:flash.renewed' : 'terminal:flash.bound',
    params: { name: box.nickname ?? (box.model || box.sn) },
  })
}

const ReturnTo = ({ page }: { page: string | null }) =>
  page === null ? null : <input type="hidden" name="returnTo" value={page} />

type QuestionProps = { asked: Asked; batch: string; returnTo: string | null }
const Question = ({ asked: { code, shown, now, waiting }, batch, returnTo }: QuestionProps) => {
  const { t } = useTranslation('terminal')
  const { sn, model, softwareVersion, askedAt, network, ownNetwork, replaces } = waiting
  return (
    <form noValidate method="post" className="form" data-once="">
      <p>{t('bind.linkText')}</p>
      <dl className="facts">
        <dt>{t('bind.sn')}</dt>
        <dd className="strong">
          <SerialNumber sn={sn} />
        </dd>
        <dt>{t('bind.code')}</dt>
        <dd className="strong">
          <Code>{shown}</Code>
        </dd>
        <dt>{t('model')}</dt>
        <dd>
          <bdi>{model}</bdi>
        </dd>
        {softwareVersion ? (
          <>
            <dt>{t('software')}</dt>
            <dd>
              <bdi>{softwareVersion}</bdi>
            </dd>
          </>
        ) : null}
        <dt>{t('bind.askedAt')}</dt>
        <dd>
          <Time value={askedAt} now={now} />
        </dd>
        <dt>{t('bind.askedFrom')}</dt>
        <dd>
          {network === null ? t('bind.networkUnknown') : t(ownNetwork ? 'bind.networkOwn' : 'bind.networkOther')}
          {network === null ? null : (
            <>
              {' '}
              <Code>{network}</Code>
            </>
          )}
        </dd>
      </dl>
      {!ownNetwork && network !== null ? (
        <Notice>
          <p>{t('bind.otherNetworkText')}</p>
        </Notice>
      ) : null}
      {replaces ? (
        <Notice title={t('bind.replacesTitle', { name: replaces.name })}>
          <p>{t('bind.replacesText')}</p>
          {replaces.lastSeenAt ? (
            <p>
              {t('lastSeen')}: <Time value={replaces.lastSeenAt} now={now} />
            </p>
          ) : null}
        </Notice>
      ) : null}
      <input type="hidden" name="sn" value={sn} />
      <input type="hidden" name="repeatSn" value={sn} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="pairing" value={waiting.id} />
      <input type="hidden" name="batch" value={batch} />
      <ReturnTo page={returnTo} />
      <div className="form-actions">
        <Button variant="primary">{replaces ? t('bind.confirm') : t('bind.submit')}</Button>
        <ButtonLink variant="quiet" href={returnTo === null ? '/terminal/bind' : bindPath({ returnTo })}>
          {t('bind.typeInstead')}
        </ButtonLink>
      </div>
    </form>
  )
}

const ownTexts: OwnTexts = {
  'sn.D1107': 'terminal:bind.snWrong',
  'repeatSn.D1107': 'terminal:bind.repeatDiffers',
  'code.A0422': 'terminal:bind.codeMissing',
}

const Bind = () => {
  const { t } = useTranslation('terminal')
  const { asked, failure, sn, code, batch, returnTo } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const form = useFormErrors(answered?.failure ?? failure, ownTexts)
  const question = form.summary.length === 0 ? asked : null
  return (
    <>
      <PageHead
        title={t(titleKey(question))}
        lead={t('bind.lead')}
        crumbs={[{ href: '/terminal', label: t('title') }]}
      />
      <ErrorSummary errors={form.summary} />
      {returnTo?.startsWith('/service/buy') ? (
        <Notice tone="info">
          <p>{t('bind.forPurchase')}</p>
        </Notice>
      ) : null}
      <div className="aside">
        <Card>
          {question ? (
            <Question asked={question} batch={batch} returnTo={returnTo} />
          ) : (
            <form method="post" className="form" data-draft="" data-once="" noValidate>
              <input type="hidden" name="batch" value={form.valueOf('batch') || batch} />
              <ReturnTo page={returnTo} />
              <Field
                label={t('bind.sn')}
                name="sn"
                hint={t('bind.snHint')}
                defaultValue={form.valueOf('sn') ?? sn}
                error={form.messageOf('sn')}
                code
                inputMode="numeric"
                autoComplete="off"
                required
              />
              <Field
                label={t('bind.repeatSn')}
                name="repeatSn"
                defaultValue={form.valueOf('repeatSn') ?? ''}
                error={form.messageOf('repeatSn')}
                code
                inputMode="numeric"
                autoComplete="off"
                required
              />
              <Field
                label={t('bind.code')}
                name="code"
                hint={t('bind.codeHint')}
                defaultValue={form.valueOf('code') ?? code}
                error={form.messageOf('code')}
                code
                autoComplete="one-time-code"
                required
              />
              <FormActions submit={t('bind.submit')} cancelHref="/terminal" />
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
