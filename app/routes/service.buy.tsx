/** Buys for a box: how long, how to pay, the sum, one button. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFreshOnReturn } from '~/client/order/came-back'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import type { TFunction } from 'i18next'
import { fail } from '~/errors/table'
import { createOrder, type OpenOrder } from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { useAmounts } from '~/ui/order/amounts'
import { orderPath } from '~/ui/order/order-path'
import { useProducts } from '~/ui/order/products'
import { PageHead } from '~/ui/page-head'
import { BuyForm } from '~/ui/service/buy-form'
import { useFreshForm } from '~/ui/use-fresh-form'
import { useEnds } from '~/ui/service/until'
import type { ProductChoice, ServiceBox } from '~/ui/service/view'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { pageAtProvider, requirePayment } from '~/web/order/payment-state.server'
import { orderAgain } from '~/web/service/again.server'
import {
  buyAddress,
  buyFormSchema,
  findBuyPage,
  lacksPlan,
  mixesPlans,
  plansOf,
  readBuyQuery,
  shownSumOf,
} from '~/web/service/buy.server'
import { now } from '~/platform/clock.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/service.css'

/** The title: the product if there is one, and why nothing can be bought. */
const titleOf = (
  data: { step: string; box?: { name: string }; products?: readonly Pick<ProductChoice, 'name' | 'runs'>[] },
  t: TFunction,
): string => {
  if (data.step === 'gone') return t('service:buy.goneTitle')
  if (data.step === 'full') return t('service:buy.fullTitle')
  if (data.step === 'refused') return t('errors:A0451')
  const [first, ...others] = data.products ?? []
  return first !== undefined && others.length === 0
    ? t(first.runs.length === 0 ? 'service:buy.add' : 'service:buy.renew', { name: first.name })
    : t('service:buy.title', { box: data.box?.name ?? '' })
}

export const handle = {
  i18n: ['service', 'order'],
  title: (data, t) => (data ? titleOf(data, t) : t('service:title')),
} satisfies RouteHandle<Parameters<typeof titleOf>[0]>
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const url = new URL(request.url)
  const again = url.searchParams.get('again')
  if (again !== null) throw await orderAgain(context, { userId: user.userId, number: again, at: now() })
  const language = await getLanguage(request, context)
  const page = await findBuyPage(user.userId, language, readBuyQuery(url.searchParams), now())
  if (page.step === 'no-box') {
    // Without any box, the user must bind one first; another account's box is a 404.
    if (url.searchParams.has('sn')) throw json({ code: 'I1402' }, { status: 404 })
    // Afterwards, the page returns with the choices.
    throw redirect(`/terminal/bind?${new URLSearchParams({ returnTo: url.pathname + url.search }).toString()}`)
  }
  if (page.step === 'gone') return json({ step: 'gone' as const }, { status: 404 })
  if (page.step === 'full') return json({ ...page, step: page.step })
  if (page.step === 'refused') {
    if (page.failure.data?.['context'] === 'undeclared')
      throw redirect(`/service/country?${new URLSearchParams({ returnTo: url.pathname + url.search }).toString()}`)
    return json({ step: 'refused' as const, context: String(page.failure.data?.['context']) }, { status: 403 })
  }
  return json({ ...page.view, step: page.step, batch: newBatch() })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, buyFormSchema)
  const form = read.ok ? read.value : read.failure.values
  // Only the sum was requested: nothing is ordered, whatever else the form contains.
  if (form['intent'] === 'update') return redirect(buyAddress(form), 303)
  if (!read.ok) return invalid(read)
  // Without a plan for each of its products, the order would be less than the user saw.
  if (lacksPlan(read.value)) return refused(fail('R2001', { field: 'plan', data: { context: 'gone' } }), read.values)
  if (await mixesPlans(read.value, now())) return refused(fail('R2001', { field: 'plan' }), read.values)
  const { sn, method: chosen, points, useMango, batch } = read.value
  // The order waits, unpaid and with no Mango set aside, while the wallet is recharged for it.
  const recharges = form['intent'] === 'recharge'
  const method = recharges ? undefined : chosen
  const placed = await createOrder({
    userId: user.userId,
    sn,
    plans: plansOf(read.value),
    method: method === undefined ? null : Number(method),
    // If Mango is the method, it pays everything: ignore the tick for a part in Mango, set before another method was
    // replaced.
    useMango: !recharges && useMango !== undefined && Number(method) !== methodIds.mango,
    points: points ?? 0n,
    shown: shownSumOf(read.value, recharges),
    batch,
  })
  if (!placed.ok) return refused(placed, read.values)
  const { number, problem, rest } = placed.value
  if (recharges && !/^[0.]*$/.test(rest))
    return redirect(`/wallet/recharge?${new URLSearchParams({ order: number }).toString()}`, 303)
  const next = orderPath(number, 'pay')
  if (problem === null && !/^[0.]*$/.test(rest)) {
    const { attempt } = await requirePayment(request, context, user, number)
    return redirect(pageAtProvider(request, attempt?.kind === 'card' ? attempt.url : null) ?? next, 303)
  }
  return problem === null ? redirect(next, 303) : redirectWithFlash(context, next, refusalFlash(problem))
}

const Gone = () => {
  const { t } = useTranslation('service')
  return (
    <Card>
      <EmptyState
        level={1}
        title={t('buy.goneTitle')}
        text={t('buy.goneText')}
        action={
          <ButtonLink variant="primary" href="/service">
            {t('locked.see')}
          </ButtonLink>
        }
      />
    </Card>
  )
}

const Refused = ({ reason }: { reason: string }) => {
  const { t } = useTranslation(['service', 'errors'])
  return (
    <div className="narrow">
      <PageHead title={t('errors:A0451')} crumbs={[{ href: '/service', label: t('title') }]} />
      <Notice>
        <p>
          {t('errors:A0451', { context: reason })} <a href="/help/regions">{t('country.regions')}</a>
        </p>
      </Notice>
      <p className="space-above">
        <ButtonLink href="/service">{t('back')}</ButtonLink>
      </p>
    </div>
  )
}

const Full = ({ until, sn }: { until: string; sn: string }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  return (
    <Card>
      <EmptyState
        level={1}
        title={t('buy.fullTitle')}
        text={t('buy.soldUntil', { date: format.date(until) })}
        action={
          <ButtonLink variant="primary" href={`/service?sn=${sn}`}>
            {t('locked.see')}
          </ButtonLink>
        }
      />
    </Card>
  )
}

const Head = ({
  box,
  boxes,
  products,
}: {
  box: ServiceBox
  boxes: readonly ServiceBox[]
  products: readonly ProductChoice[]
}) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  const endsOf = useEnds()
  const [first] = products
  const lead = ({ runs, runsAsOne }: ProductChoice): string =>
    runs[0] === undefined
      ? t('buy.beginsNow')
      : runsAsOne
        ? t('buy.runsUntil', { date: format.date(runs[0].endsAt) })
        : t('buy.runsEach', { runs: format.list(endsOf(runs)) })
  const query = products.map(({ key }) => `&product=${encodeURIComponent(key)}`).join('')
  const others = boxes.filter(({ sn }) => sn !== box.sn)
  return (
    <>
      <PageHead
        title={titleOf({ step: 'choose', box, products }, t)}
        lead={products.length === 1 && first !== undefined ? lead(first) : null}
        crumbs={[
          { href: '/service', label: t('title') },
          { href: `/service?sn=${box.sn}`, label: box.name },
        ]}
      />
      {others.length === 0 ? null : (
        <p className="small muted">
          {t('buy.otherBox')}{' '}
          {others.map(({ sn, name }, index) => (
            <span key={sn}>
              {index > 0 ? ' · ' : ''}
              <a className="tall-link" href={`/service/buy?sn=${sn}${query}`}>
                <bdi>{name}</bdi>
              </a>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** The outcome of the submitted order: a new price, an open order, or an error as elsewhere. */
const Outcome = ({ failure }: { failure: NonNullable<ReturnType<typeof useActionData<typeof action>>>['failure'] }) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const form = useFormErrors(failure)
  const [error] = failure.errors
  const data = (error?.data ?? {}) as Record<string, unknown>
  if (error?.code === 'A0409' && data['context'] === 'price')
    return (
      <Notice title={t('buy.changedTitle')} live>
        <p>{t('buy.changedText')}</p>
      </Notice>
    )
  if (error?.code === 'A0409' && data['context'] === 'sum')
    return (
      <Notice title={t('buy.otherSum', { amount: amounts.usd(String(data['toPay'])) })} live>
        <p>{t('buy.changedText')}</p>
      </Notice>
    )
  if (error?.code === 'R2001' && data['context'] === 'gone')
    return (
      <Notice title={t('buy.goneTitle')} live>
        <p>{t('buy.goneText')}</p>
      </Notice>
    )
  return <ErrorSummary errors={form.summary} />
}

/** Names the unpaid order that blocks this one. */
const OpenNotice = ({ order }: { order: OpenOrder }) => {
  const { t } = useTranslation('service')
  const products = useProducts()
  return (
    <Notice title={t('buy.openTitle')} live>
      <p>
        {t('buy.openText', { products: products.words(order.products) })}{' '}
        <a href={`/order/${order.number}`}>{t('buy.openLink', { number: order.number })}</a>
      </p>
    </Notice>
  )
}

const Buy = () => {
  useFreshOnReturn()
  const page = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const form = useFormErrors(failure)
  const formKey = useFreshForm(failure !== undefined)
  if (page.step === 'gone') return <Gone />
  if (page.step === 'full') return <Full until={page.until} sn={page.sn} />
  if (page.step === 'refused') return <Refused reason={page.context} />
  const { box, boxes, products, methods, chosen, openOrder, batch } = page
  const kept = form.valueOf('method')
  /** Mango as the method leaves no part for Mango. */
  const paysAll = kept === String(methodIds.mango)
  return (
    <div className="buy-page">
      <Head box={box} boxes={boxes} products={products} />
      {openOrder === null ? null : <OpenNotice order={openOrder} />}
      {failure === undefined || (openOrder !== null && failure.errors[0]?.code === 'OP10013') ? null : (
        <Outcome failure={failure} />
      )}
      <BuyForm
        // If its plans have changed, start the form again, so that each product has a plan selected.
        key={[formKey, ...products.flatMap(({ plans }) => plans.map(({ plan }) => plan))].join(' ')}
        sn={box.sn}
        products={products.map((product) => ({
          ...product,
          // The chosen plan may no longer exist: select an existing one, or the sum would be for another plan.
          chosen:
            product.plans.find(({ plan }) => plan === form.valueOf(`plan.${product.key}`))?.plan ?? product.chosen,
        }))}
        methods={methods}
        chosen={{
          method: kept === undefined ? chosen.method : Number(kept),
          // The submitted form is newer than its page's address.
          points: failure === undefined ? chosen.points : form.valueOf('points') !== undefined,
          maxPoints: failure === undefined ? chosen.maxPoints : (form.valueOf('points') ?? null),
          useMango: failure === undefined ? chosen.useMango : form.valueOf('useMango') !== undefined && !paysAll,
        }}
        batch={batch}
        methodError={form.messageOf('method')}
      />
    </div>
  )
}
export default Buy
