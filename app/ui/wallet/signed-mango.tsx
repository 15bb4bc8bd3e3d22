/** A change of the balance, in Mango, with its sign: the sign stays before the digits in every direction. */
import { useFormat } from '~/i18n/format'

/** `mango`: decimal text, negative for an expense. */
export const SignedMango = ({ mango }: { mango: string }) => {
  const isOut = mango.startsWith('-')
  const text = useFormat().truncated(isOut ? mango.slice(1) : mango, 4)
  return (
    <span className={isOut ? undefined : 'wallet-in'}>
      <bdi dir="ltr">{`${isOut ? '−' : '+'}${text}`}</bdi>
    </span>
  )
}
