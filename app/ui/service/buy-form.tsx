/**
 * The period, the payment method, and the sum before the one button. Without scripts a quiet button updates the sum;
 * with them it follows every choice.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { MethodChoice } from '~/modules/order/view'
import { Button } from '../button'
import { Card } from '../card'
import { Dotted } from '../dotted'
import { FieldGroup } from '../field-group'
import { chargeBy, isBelow, isZero, minus, upToCents, useAmounts } from '../order/amounts'
import { Choice } from '../order/choice'
import { MethodPicker } from '../order/method-picker'
import { Sum } from '../order/sum'
import { useScripts } from '../with-scripts'
import { Price } from './price'
import { sumsOf, type Sums } from './sums'
import { useEnds } from './until'
import type { PlanView, ProductChoice } from './view'

export type BuyFormProps = {
  sn: string
  products: readonly ProductChoice[]
  methods: readonly MethodChoice[]
  /** `maxPoints`: how many points to use; null for all. */
  chosen: { method: number | null; points: boolean; maxPoints: string | null; useMango: boolean }
  batch: string
  methodError: string | null
}

const Plan = ({ plan, product, isChosen }: { plan: PlanView; product: string; isChosen: boolean }) => {
  const { t } = useTranslation('service')
  const { t: orderText } = useTranslation('order')
  const format = useFormat()
  const amounts = useAmounts()
  const endsOf = useEnds()
  const [first, ...others] = plan.ends
  const facts = [
    ...(first === undefined || others.length > 0
      ? endsOf(plan.ends)
      : [t('until.until', { date: format.date(first.endsAt) })]),
    ...(plan.months > 1 ? [t('buy.perMonth', { price: amounts.usd(plan.perMonth) })] : []),
  ]
  return (
    <Choice
      name={`plan.${product}`}
      value={plan.plan}
      title={orderText('months', { count: plan.months })}
      hint={<Dotted parts={facts.map((text) => ({ key: text, text }))} />}
      end={<Price price={plan} />}
      defaultChecked={isChosen}
    />
  )
}

/** `offerUntil`: the end of the first of the chosen offers. */
const SumTable = ({ sums, offerUntil }: { sums: Sums; offerUntil: string | null }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  const amounts = useAmounts()
  return (
    <dl className="sums">
      <Sum label={t('buy.price')}>{amounts.usd(sums.price)}</Sum>
      {sums.offer === null ? null : (
        <Sum
          look="less"
          label={offerUntil === null ? t('buy.offer') : t('buy.offerUntil', { date: format.date(offerUntil) })}
        >
          {amounts.less(sums.offer)}
        </Sum>
      )}
      {sums.points === null ? null : (
        <Sum look="less" label={amounts.points(sums.points.units)}>
          {amounts.less(sums.points.amount)}
        </Sum>
      )}
      {sums.mango === null ? null : (
        <Sum look="less" label={t('buy.mango')}>
          {amounts.less(sums.mango)}
        </Sum>
      )}
      <Sum look="total" label={t('buy.toPay')}>
        {amounts.usd(sums.toPay)}
      </Sum>
    </dl>
  )
}

/** What pays the whole price without a method; null if a remainder is due. */
const coveredBy = ({ toPay, points, mango }: Sums): 'points' | 'mango' | 'both' | 'nothing' | null => {
  if (!isZero(toPay)) return null
  if (points !== null) return mango === null ? 'points' : 'both'
  return mango === null ? 'nothing' : 'mango'
}

/** Replaces the methods if none is needed. */
const Covered = ({ by }: { by: 'points' | 'mango' | 'both' }) => {
  const { t } = useTranslation('service')
  const keys = { points: 'buy.coveredPoints', mango: 'buy.coveredMango', both: 'buy.coveredBoth' } as const
  return <p className="notice ok">{t(keys[by])}</p>
}

/**
 * The button names what it takes: money, or the points and Mango that pay everything. It names no sum if a choice can
 * still change it (`charge` is null).
 */
const useSubmit = () => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const format = useFormat()
  return (sums: Sums, charge: string | null): string => {
    const by = coveredBy(sums)
    if (charge === null) return t('buy.submitPlain')
    if (by === null) return t('buy.submit', { amount: amounts.usd(charge) })
    if (by === 'nothing') return t('buy.submitFree')
    const what = [
      ...(sums.points === null ? [] : [amounts.points(sums.points.units)]),
      ...(sums.mango === null ? [] : [amounts.mango(sums.mango)]),
    ]
    return t('buy.submitWith', { what: format.list(what) })
  }
}

type Picked = { plans: ReadonlySet<string>; points: boolean; useMango: boolean }
const pickedIn = (form: HTMLFormElement, methods: readonly MethodChoice[]): Picked => {
  const data = new FormData(form)
  const way = methods.find(({ method }) => String(method) === data.get('method'))
  return {
    plans: new Set([...data].flatMap(([name, value]) => (name.startsWith('plan.') ? [String(value)] : []))),
    points: data.has('points'),
    // Mango then pays the whole price, so there is no part of it.
    useMango: data.has('useMango') && way?.kind !== 'mango',
  }
}

/** If the wallet has too little for the sum: the order waits, and the wallet is recharged for it. */
const RechargeOffer = ({ methods, sums }: { methods: readonly MethodChoice[]; sums: Sums }) => {
  const { t } = useTranslation('service')
  const { t: orderText } = useTranslation('order')
  const amounts = useAmounts()
  const available = sums.mangoLeft ?? methods.find(({ kind }) => kind === 'mango')?.available ?? null
  if (available === null || !isBelow(available, sums.toPay)) return null
  return (
    <>
      {orderText('pay.rechargeText', { amount: amounts.mango(minus(sums.toPay, available)) })}{' '}
      <Button variant="quiet" name="intent" value="recharge">
        {t('buy.recharge')}
      </Button>
    </>
  )
}

/** The number of points used, limited by the available ones. */
const minPointsText = (points: string | null, most: string | null): string | null =>
  points === null || most === null || !/^\d+$/.test(most) || BigInt(most) > BigInt(points) ? points : most

/** What can pay a part, or all of it, in addition to a method. */
const Parts = ({
  points,
  used,
  mango,
  chosen,
}: Pick<BuyFormProps, 'chosen'> & { points: string | null; used: string | null; mango: string | null }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  if (points === null && mango === null) return null
  return (
    <div className="choices">
      {points === null ? null : (
        <Choice
          type="checkbox"
          name="points"
          value={used ?? points}
          title={t('pick.usePoints')}
          hint={t('pick.have', { amount: amounts.points(points) })}
          defaultChecked={chosen.points}
        />
      )}
      {mango === null ? null : (
        <Choice
          className="buy-part"
          type="checkbox"
          name="useMango"
          value="yes"
          title={t('pick.useMango')}
          hint={t('pick.have', { amount: amounts.mango(mango) })}
          defaultChecked={chosen.useMango}
        />
      )}
    </div>
  )
}

export const BuyForm = ({ sn, products, methods, chosen, batch, methodError }: BuyFormProps) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const format = useFormat()
  const hasScripts = useScripts()
  const [picked, setPicked] = useState<Picked>({
    plans: new Set(products.map((product) => product.chosen)),
    points: chosen.points,
    useMango: chosen.useMango,
  })
  const availableOf = (kind: 'points' | 'mango'): string | null => {
    const available = methods.find((method) => method.kind === kind)?.available ?? null
    return available === null || isZero(available) ? null : available
  }
  const [points, mango] = [availableOf('points'), availableOf('mango')]
  const used = minPointsText(points, chosen.maxPoints)
  /** Whether a choice could change the shown sum. */
  const mayChange = points !== null || mango !== null || products.some((product) => product.plans.length > 1)
  const plans = products.map((product) => product.plans.find(({ plan }) => picked.plans.has(plan)) ?? product.plans[0])
  const sums = sumsOf({
    plans: plans.flatMap((plan) => plan ?? []),
    points: picked.points ? used : null,
    mango: picked.useMango ? mango : null,
  })
  const [offerUntil = null] = plans.flatMap((plan) => plan?.until ?? []).sort()
  const by = coveredBy(sums)
  const submitOf = useSubmit()
  const [method, setMethod] = useState<number | null>(null)
  const way = methods.find((one) => one.method === method)
  // A card is charged whole cents. Without scripts it is unknown whether a card is chosen.
  const isWhole = isZero(minus(upToCents(sums.toPay), sums.toPay))
  const charge =
    way !== undefined ? chargeBy(way, sums.toPay) : !hasScripts && (mayChange || !isWhole) ? null : sums.toPay
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Chosen before the scripts loaded, or restored by the browser.
    if (form.current !== null) setPicked(pickedIn(form.current, methods))
  }, [methods])
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>): void => setPicked(pickedIn(currentTarget, methods))
  return (
    <form noValidate method="post" className="buy end-bar-form" onChange={follow} ref={form}>
      <input type="hidden" name="sn" value={sn} />
      <input type="hidden" name="batch" value={batch} />
      {/* Enter presses a form's first button, which would otherwise be one in a row of the methods. */}
      <button
        className="hidden-visually"
        tabIndex={-1}
        aria-hidden
        {...(hasScripts ? {} : { name: 'intent', value: 'update' })}
      >
        {hasScripts ? t('buy.submitPlain') : t('buy.update')}
      </button>
      {products.map((product) => (
        <input key={product.key} type="hidden" name="product" value={product.key} />
      ))}
      <div className="buy-parts">
        {products.map((product) => (
          <FieldGroup
            key={product.key}
            legend={products.length === 1 ? t('buy.howLong') : t('buy.howLongOf', { name: product.name })}
            hint={product.soldUntil === null ? null : t('buy.soldUntil', { date: format.date(product.soldUntil) })}
          >
            <div className="choices">
              {product.plans.map((plan) => (
                <Plan key={plan.plan} plan={plan} product={product.key} isChosen={plan.plan === product.chosen} />
              ))}
            </div>
          </FieldGroup>
        ))}
        {by === null ? (
          <MethodPicker
            methods={methods}
            amount={sums.toPay}
            mangoLeft={sums.mangoLeft}
            chosen={chosen.method}
            isOpen={!hasScripts && mayChange}
            error={methodError}
            more={<RechargeOffer methods={methods} sums={sums} />}
            onPicked={setMethod}
          />
        ) : by === 'nothing' ? null : (
          <Covered by={by} />
        )}
        {/* If points pay everything, nothing is left for Mango. */}
        <Parts points={points} used={used} mango={by === 'points' || by === 'nothing' ? null : mango} chosen={chosen} />
      </div>
      <div className="buy-sum">
        <Card title={t('buy.sum')}>
          <SumTable sums={sums} offerUntil={offerUntil} />
        </Card>
        <div className="end-bar">
          {hasScripts ? null : (
            <div className="end-bar-sum">
              <p className="only-s">
                {t('common:label', { label: t('buy.toPay') })} <strong className="n">{amounts.usd(sums.toPay)}</strong>
              </p>{' '}
              {/* Recognised by its name: a browser that does not know `formmethod` would post the form, and that
                  would place the order. */}
              <Button variant="quiet" name="intent" value="update">
                {t('buy.update')}
              </Button>
            </div>
          )}
          <Button variant="primary" wide data-sending-text={t('buy.working')}>
            {submitOf(sums, charge)}
          </Button>
        </div>
        {/* If nothing is due, ordering also pays. */}
        {by === null ? <p className="small muted">{t('buy.note')}</p> : null}
      </div>
      {/* After the choices: of a form with many fields only the first are kept. */}
      {products
        .flatMap((product) => product.plans)
        .map(({ plan, payPrice }) => (
          <input key={plan} type="hidden" name={`price.${plan}`} value={payPrice} />
        ))}
      <input type="hidden" name="shown.points" value={sums.points?.units ?? '0'} />
      <input type="hidden" name="shown.mango" value={sums.mango ?? '0'} />
      <input type="hidden" name="shown.toPay" value={sums.toPay} />
    </form>
  )
}
