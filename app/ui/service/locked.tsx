/** Says that a service is not among the account's, with a link to it. Its texts come with the page's data. */
import { ButtonLink } from '../button'
import { Notice } from '../notice'

/** `offer`: the product that contains the service, with its price; null if nobody sells it. */
export type LockView = { title: string; text: string; offer: string | null; href: string; action: string }

export const LockedNotice = ({ lock }: { lock: LockView | null }) =>
  lock === null ? null : (
    <Notice title={lock.title}>
      <p>{lock.text}</p>
      {lock.offer === null ? null : <p className="strong">{lock.offer}</p>}
      <p>
        <ButtonLink href={lock.href}>{lock.action}</ButtonLink>
      </p>
    </Notice>
  )
