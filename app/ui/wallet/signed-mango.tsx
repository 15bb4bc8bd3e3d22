/** A change of the balance, in Mango, with its sign: the sign stays before the digits in every direction. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'

/** `mango`: decimal text, negative for an expense. `unit`: with the currency's name. */
export const SignedMango = ({ mango, unit = false }: { mango: string; unit?: boolean }) => {
  const { t } = useTranslation('order')
  const isOut = mango.startsWith('-')
  const text = useFormat().truncated(isOut ? mango.slice(1) : mango, 4)
  const signed = <bdi dir="ltr">{`${isOut ? '−' : '+'}${text}`}</bdi>
  if (!unit) return <span className={isOut ? 'wallet-out' : 'wallet-in'}>{signed}</span>
  const [before = '', after = ''] = t('mango', { amount: '\u0000' }).split('\u0000')
  return (
    <span className={isOut ? 'wallet-out' : 'wallet-in'}>
      {before}
      {signed}
      {after}
    </span>
  )
}
