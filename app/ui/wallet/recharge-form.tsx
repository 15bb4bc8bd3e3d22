/**
 * The amount of a recharge, the payment method, and one button. Quick choices are links that fill the amount in, so
 * that they work without scripts. Texts are in the namespaces `wallet` and `order`.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RechargeMethod } from '~/modules/recharge/view'
import { Button } from '../button'
import type { useFormErrors } from '../form-errors'
import { NumberField } from '../number-field'
import { useAmounts } from '../order/amounts'
import { MethodPicker } from '../order/method-picker'
import { printAmount, readAmount, scales } from '~/text/amount'
import { useScripts } from '../with-scripts'

/** In whole USD; other amounts can be typed. */
const quick = ['10', '20', '50', '100', '200'] as const

export type RechargeFormProps = {
  methods: readonly RechargeMethod[]
  /** The amount asked for before, or the one that an order lacks. */
  amount: string
  method: number | null
  order: string | null
  /** From when Mango that is bought by card now can be transferred; null if at once. */
  sendableFrom: string | null
  batch: string
  form: ReturnType<typeof useFormErrors>
}

export const RechargeForm = ({ methods, amount, method, order, sendableFrom, batch, form }: RechargeFormProps) => {
  const { t } = useTranslation(['wallet', 'order'])
  const format = useLocalFormat()
  const amounts = useAmounts()
  const ref = useRef<HTMLFormElement>(null)
  // A quick amount keeps the chosen method.
  const [way, setWay] = useState(method === null ? null : String(method))
  useEffect(() => {
    // Chosen before the scripts loaded, or restored by the browser.
    setWay(ref.current?.querySelector<HTMLInputElement>('input[name="method"]:checked')?.value ?? null)
  }, [ref])
  const follow = ({ target }: FormEvent<HTMLFormElement>): void => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'method') setWay(target.value)
    if (target.name === 'amount') setShown(target.value)
  }
  const hrefOf = (value: string): string => {
    const params = { amount: value, ...(way === null ? {} : { method: way }), ...(order === null ? {} : { order }) }
    return `/wallet/recharge?${new URLSearchParams(params).toString()}`
  }
  const rangeOf = (wanted: number): string | null => {
    const found = methods.find((one) => one.method === wanted)
    return found === undefined
      ? null
      : t('recharge.range', { least: amounts.usd(found.least), most: amounts.usd(found.most) })
  }
  const typed = form.valueOf('amount') ?? amount
  // The button names the sum as it is typed; only with scripts.
  const hasScripts = useScripts()
  const [shown, setShown] = useState(typed)
  useEffect(
    () => setShown(ref.current?.querySelector<HTMLInputElement>('input[name="amount"]')?.value ?? typed),
    [ref, typed],
  )
  const sum = readAmount(shown, { scale: scales.USD, decimals: 2 })
  return (
    <form
      noValidate
      method="post"
      action="/wallet/recharge"
      className="recharge-form end-bar-form"
      onChange={follow}
      ref={ref}
      data-once=""
    >
      <input type="hidden" name="batch" value={batch} />
      {order === null ? null : <input type="hidden" name="order" value={order} />}
      <div className="recharge-amount">
        <NumberField
          decimal
          name="amount"
          label={t('recharge.amount')}
          hint={t('recharge.amountHint')}
          defaultValue={typed}
          error={form.messageOf('amount')}
        />
        <nav className="wallet-chips" aria-label={t('recharge.quick')}>
          <ul>
            {quick.map((value) => (
              <li key={value}>
                <a
                  href={hrefOf(value)}
                  data-keep-scroll=""
                  aria-current={Number(typed) === Number(value) ? 'true' : undefined}
                >
                  {format.number(Number(value))}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <MethodPicker
        methods={methods.map((one) => ({ ...one, available: null, minimum: null }))}
        amount="0"
        chosen={method}
        error={form.messageOf('method')}
        hintOf={({ method: id }) => rangeOf(id)}
      />
      {sendableFrom === null || methods.every(({ kind }) => kind !== 'card') ? null : (
        <p className="small">{t('recharge.cardHold', { date: format.date(format.dayOf(sendableFrom)) })}</p>
      )}
      <div className="end-bar">
        <Button variant="primary" wide data-sending-text={t('order:pay.working')}>
          {hasScripts && sum.ok
            ? t('order:pay.submit', { amount: amounts.usd(printAmount(sum.value, { scale: scales.USD })) })
            : t('recharge.submit')}
        </Button>
      </div>
      <p className="small muted">{t('recharge.note')}</p>
    </form>
  )
}
