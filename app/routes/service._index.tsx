/** Cloud Services: what runs on each box and until when, what is renewed automatically, and what can be added. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { agreeToRenewal, endRenewal } from '~/modules/renewal/renewal.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { BoxTabs } from '~/ui/service/box-tabs'
import { RenewalCard } from '~/ui/service/renewal-card'
import { RunningTable } from '~/ui/service/running-table'
import { Shop } from '~/ui/service/shop'
import { useFreshForm } from '~/ui/use-fresh-form'
import { unbroken, useAmounts } from '~/ui/order/amounts'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { chosenOf, renewalFormSchema } from '~/web/service/renewal-form.server'
import { agreedWords, renewalCard } from '~/web/service/renewal-view.server'
import { serviceTextsIn } from '~/web/service/service-text.server'
import { runningView, serviceBoxes, shopView } from '~/web/service/service-view.server'
import { now } from '~/platform/clock.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/service.css'

export const handle = { i18n: ['service', 'order'], title: 'service:title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [boxes, language] = await Promise.all([serviceBoxes(user.userId), getLanguage(request, context)])
  const asked = new URL(request.url).searchParams.get('sn')
  const box = boxes.find(({ sn }) => sn === asked) ?? (asked === null ? boxes[0] : undefined) ?? null
  // The box belongs to another account, or is not bound any more.
  if (asked !== null && box === null) throw json({ code: 'I1402' }, { status: 404 })
  const at = now()
  const [running, shop] = await Promise.all([
    box === null ? null : runningView({ userId: user.userId, sn: box.sn }, language, at),
    shopView(language, at),
  ])
  const renewal =
    box === null || running === null ? null : await renewalCard(user.userId, box.sn, running.lines, language, at)
  return json({ boxes, box, running, shop, renewal, batch: newBatch() })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, renewalFormSchema)
  if (!read.ok) return invalid(read)
  const { sn, intent } = read.value
  const asked = intent === 'renewal-on' ? chosenOf(read.value) : { service: read.value.service }
  if (intent === 'renewal-on') {
    const agreed = await agreeToRenewal({ userId: user.userId, sn, batch: read.value.batch, ...chosenOf(read.value) })
    if (!agreed.ok) return refused(agreed, read.values)
  } else {
    const ended = await endRenewal(user.userId, sn, asked.service)
    // If it was off already, that is the requested state.
    if (!ended.ok && ended.code !== 'A0404') return refused(ended, read.values)
  }
  const language = await getLanguage(request, context)
  const back = `/service?sn=${sn}`
  if (intent === 'renewal-on') {
    const words = await agreedWords(user.userId, { sn, service: asked.service }, language, now())
    if (words !== null) return redirectWithFlash(context, back, { kind: 'done', ...words })
  }
  const { nameOf } = await serviceTextsIn(language)
  return redirectDone(context, back, 'service:renewal.nowOff', { name: nameOf(asked.service) })
}

/** The outcome of a refused form: a new price, or an error as elsewhere. */
const Outcome = ({ failure }: { failure: NonNullable<ReturnType<typeof useActionData<typeof action>>>['failure'] }) => {
  const { t } = useTranslation('service')
  const form = useFormErrors(failure)
  const [error] = failure.errors
  if (error?.code === 'A0409' && (error.data as Record<string, unknown> | null)?.['context'] === 'price')
    return (
      <Notice title={t('buy.changedTitle')} live>
        <p>{t('renewal.changed')}</p>
      </Notice>
    )
  return <ErrorSummary errors={form.summary} />
}

const Services = () => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const { boxes, box, running, shop, renewal, batch } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const form = useFormErrors(failure)
  const formKey = useFreshForm(failure !== undefined)
  // A blocked renewal comes before the shop; otherwise the shop comes first, because most users want it.
  const needsAnswer = renewal?.lines.some(({ state }) => state !== 'waiting') ?? false
  const renewalCardPart =
    box === null || renewal === null ? null : (
      <RenewalCard
        sn={box.sn}
        card={renewal}
        batch={batch}
        formKey={formKey}
        chosen={form.valueOf('choice')}
        error={form.messageOf('choice')}
      />
    )
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={boxes.length > 1 && box !== null ? <BoxTabs boxes={boxes} current={box.sn} /> : null}
      />
      {failure === undefined ? null : <Outcome failure={failure} />}
      {box === null || running === null ? (
        <Card>
          <EmptyState
            art="box"
            title={t('noBox.title')}
            text={t('noBox.text')}
            action={
              <ButtonLink href="/terminal/bind" variant="primary" icon="plus">
                {t('noBox.bind')}
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <Card
          className="buttons-full fewer-columns running"
          title={t('running.title', { box: box.name })}
          actions={
            running.renewAll === null ? null : (
              <ButtonLink href={running.renewAll.href} variant="primary">
                {t(running.renewAll.count === 2 ? 'running.renewBoth' : 'running.renewAll', {
                  count: running.renewAll.count,
                  price: unbroken(amounts.usd(running.renewAll.price)),
                })}
              </ButtonLink>
            )
          }
        >
          <RunningTable
            lines={running.lines}
            renewals={renewal?.lines ?? []}
            box={box.name}
            soleRenewal={running.renewAll === null}
          />
          <p className="small muted">
            <a className="tall-link" href={`/terminal/${box.sn}`}>
              {t('running.switches')}
            </a>
          </p>
        </Card>
      )}
      {needsAnswer ? renewalCardPart : null}
      <Shop groups={shop} sn={box?.sn ?? null} />
      {needsAnswer ? null : renewalCardPart}
    </>
  )
}
export default Services
