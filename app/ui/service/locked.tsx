/** Says that a service is not among the account's, with the way to it. Its words come with the page's data. */
import { ButtonLink } from '../button'
import { Notice } from '../notice'

/** `offer`: the product that brings the service, with its price; null where nobody sells it. */
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
