/** Deposits under manual review, on the payment page: what happens to each. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit } from '~/modules/order/view'
import { ButtonLink } from '../button'
import { Code } from '../code'
import { Notice } from '../notice'
import { Unbroken } from '../unbroken'
import { useAmounts } from './amounts'

/** `path`: the page of the order or recharge that the deposit was for. */
export const returnPath = (path: string, { id }: Pick<HeldDeposit, 'id'>): string =>
  `${path}/return/${encodeURIComponent(id)}`

const isWanted = ({ state }: HeldDeposit): boolean => state === 'address-wanted'
export const canGive = (held: HeldDeposit): boolean => isWanted(held) || held.state === 'address-given'

/** The link to the form. */
export const GiveLink = ({ path, held }: { path: string; held: HeldDeposit }) => {
  const { t } = useTranslation('order')
  return (
    <ButtonLink variant={isWanted(held) ? 'primary' : 'quiet'} href={returnPath(path, held)}>
      {t(isWanted(held) ? 'held.give' : 'held.change')}
    </ButtonLink>
  )
}

/** On the payment page, which reloads itself: it has no form, only the link to it. */
export const HeldNotices = ({ path, held: all }: { path: string; held: readonly HeldDeposit[] }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return all.map((held) => (
    <Notice
      key={held.id}
      tone={isWanted(held) ? 'warn' : 'info'}
      title={<Unbroken text={(amount) => `${amount}`} value={amounts.coin(held.amount, held.symbol)} />}
    >
      <p>{t(`held.text.${held.state}`)}</p>
      {held.address === null ? null : (
        <p>
          <Code className="order-code">{held.address}</Code>
        </p>
      )}
      {canGive(held) ? (
        <p>
          <GiveLink path={path} held={held} />
        </p>
      ) : null}
    </Notice>
  ))
}
