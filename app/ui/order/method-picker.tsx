/**
 * The payment methods for an amount, one of which is chosen. The usual ones are visible; other methods and currencies
 * are folded below them. A method that can't pay this amount says why. Points and a part in Mango are not here: they
 * can be combined with a method.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MethodChoice } from '~/modules/order/view'
import { FieldGroup } from '~/ui/field-group'
import { fieldId } from '~/ui/field-id'
import { Icon } from '~/ui/icon'
import { Tag } from '~/ui/tag'
import { chargeBy, isBelow, minus, isZero, upToCents, useAmounts } from './amounts'
import { Choice } from './choice'
import { useMethodName } from './method-name'

type WalletWindow = {
  ApplePaySession?: { canMakePayments?: () => boolean }
  PaymentRequest?: unknown
  navigator?: { userAgentData?: { brands?: readonly { brand: string }[] } }
}

/**
 * Apple Pay reports whether it can pay. Google Pay belongs to Google's own Chrome: browsers built from the same source
 * have the payment requests, but no wallet. Asking Google about the person would tell it of every visit. A browser that
 * refuses to tell counts as without.
 */
export const hasWallet = (browser: WalletWindow): boolean => {
  try {
    const { ApplePaySession: apple } = browser
    if (apple !== undefined) return apple.canMakePayments?.() === true
    const brands = browser.navigator?.userAgentData?.brands ?? []
    return typeof browser.PaymentRequest === 'function' && brands.some(({ brand }) => brand === 'Google Chrome')
  } catch {
    return false
  }
}

/**
 * Shows its content only in a browser that has this device's wallet. Without scripts that is unknown, and such a wallet
 * does not work, so it stays hidden.
 */
const WithDeviceWallet = ({ children }: { children: ReactNode }) => {
  const [has, setHas] = useState(false)
  useEffect(() => setHas(hasWallet(window as WalletWindow)), [])
  return has ? <>{children}</> : null
}

export type MethodPickerProps = {
  methods: readonly MethodChoice[]
  /** The amount due, in USD. */
  amount: string
  /** What was chosen before; otherwise the first that can be chosen. */
  chosen?: number | null
  /** What a part in Mango leaves in the wallet; null if no part is paid that way. */
  mangoLeft?: string | null
  /**
   * The amount may have changed by the time the form is sent. So a method that can't pay the current amount can be
   * chosen anyway, and says from which amount it can.
   */
  isOpen?: boolean
  error?: string | null
  /** A hint that replaces a method's usual one; null for the usual one. */
  hintOf?: (method: MethodChoice) => string | null
  /**
   * A link to more Mango within its row, shown if the wallet has too little for this amount; it names the shortfall.
   */
  more?: ReactNode
  /** Receives the choice; with scripts only. */
  onPicked?: (method: number | null) => void
}

/** The most common currencies; they come first, in this order. */
const usualCoins = ['usdttrc20', 'btc']
/** Rarely used methods; they are listed with the other currencies. */
const rareWays: ReadonlySet<string> = new Set(['web-wallet', 'h5'])
const hintKeys: ReadonlySet<string> = new Set(['card', 'web-wallet', 'device-wallet', 'h5', 'mango'])

/** Why a method can't pay this amount, as a sentence; null if it can. */
const useRefusal = (amount: string, mangoLeft: string | null) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return ({ kind, available, minimum }: MethodChoice): string | null => {
    if (kind === 'mango' && available !== null && isBelow(mangoLeft ?? available, amount))
      return t('pick.have', { amount: amounts.mango(available) })
    if (minimum !== null && isBelow(amount, minimum))
      return t('pick.minimum', { amount: amounts.usd(upToCents(minimum)) })
    return null
  }
}

type RowProps = {
  method: MethodChoice
  isChosen: boolean
  refused: string | null
  isFirst: boolean
  isOpen: boolean
  hint: string | null
  /** The amount due, in USD. */
  due: string
  way: ReactNode
  onPick: () => void
}
const MethodRow = ({ method, isChosen, refused, isFirst, isOpen, hint: own, due, way, onPick }: RowProps) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const nameOf = useMethodName()
  const hint = hintKeys.has(method.key) ? method.key : 'coin'
  const charge = chargeBy(method, due)
  const rounded = isZero(minus(charge, due)) ? null : t('pick.charged', { amount: amounts.usd(charge) })
  const row = (
    <Choice
      name="method"
      value={String(method.method)}
      id={isFirst ? fieldId('method') : undefined}
      title={nameOf(method)}
      hint={
        refused !== null && isOpen
          ? refused
          : (own ?? rounded ?? t(`pick.hint.${hint}`, { amount: amounts.mango(method.available ?? '0') }))
      }
      end={
        method.network && method.network !== nameOf(method) ? (
          <Tag>
            <bdi>{method.network}</bdi>
          </Tag>
        ) : null
      }
      checked={isChosen}
      onPick={onPick}
      refused={isOpen ? null : refused}
      way={way}
    />
  )
  return method.onlyWhere === 'device-wallet' ? <WithDeviceWallet>{row}</WithDeviceWallet> : row
}

/** The page must load the namespace `order` and the style sheet order.css. */
export const MethodPicker = ({
  methods,
  amount,
  chosen = null,
  mangoLeft = null,
  isOpen = false,
  error,
  hintOf,
  more = null,
  onPicked,
}: MethodPickerProps) => {
  const { t } = useTranslation('order')
  const refusalOf = useRefusal(amount, mangoLeft)
  const placeOf = (method: MethodChoice): number =>
    method.kind === 'mango' ? -2 : method.kind === 'coin' ? usualCoins.indexOf(method.key) : usualCoins.length
  const offered = methods.filter((method) => method.kind !== 'points')
  const isRare = ({ kind, key }: MethodChoice): boolean =>
    kind === 'coin' ? !usualCoins.includes(key) : rareWays.has(key)
  const usual = offered.filter((method) => !isRare(method)).sort((a, b) => placeOf(a) - placeOf(b))
  const rare = offered.filter(isRare)
  const canBe = (method: MethodChoice): boolean => refusalOf(method) === null && method.onlyWhere === null
  const pickOf = (wanted: number | null, may: (method: MethodChoice) => boolean): number | null =>
    (offered.find((method) => method.method === wanted && may(method)) ?? [...usual, ...rare].find(canBe))?.method ??
    null
  // The shown choice stays when the amount changes, until it can't be chosen.
  const [wanted, setWanted] = useState(() =>
    pickOf(chosen, (method) => canBe(method) || (isOpen && method.onlyWhere === null)),
  )
  const picked = pickOf(wanted, (method) => isOpen || refusalOf(method) === null)
  useEffect(() => {
    onPicked?.(picked)
  }, [picked, onPicked])
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chosen before the scripts loaded, or restored by the browser.
    const checked = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (checked) setWanted(Number(checked.value))
  }, [])
  if (offered.length === 0)
    return (
      <p className="notice">
        {t('pick.none')} <a href="/news/feedback/new">{t('pick.write')}</a>
      </p>
    )
  const rowOf = (method: MethodChoice) => (
    <MethodRow
      key={method.method}
      method={method}
      isChosen={method.method === picked}
      refused={refusalOf(method)}
      isFirst={method === (usual[0] ?? rare[0])}
      isOpen={isOpen}
      hint={hintOf?.(method) ?? null}
      due={amount}
      way={method.kind === 'mango' && refusalOf(method) !== null ? more : null}
      onPick={() => setWanted(method.method)}
    />
  )
  return (
    <FieldGroup legend={t('pick.title')} error={error}>
      <div className="choices" ref={group}>
        {usual.map(rowOf)}
        {rare.length > 0 ? (
          <details className="choices-more" open={rare.some((method) => method.method === picked) || undefined}>
            <summary>
              {t('pick.coins', { count: rare.length })} <Icon name="down" className="choices-mark" />
            </summary>
            <div className="choices">{rare.map(rowOf)}</div>
          </details>
        ) : null}
      </div>
    </FieldGroup>
  )
}
