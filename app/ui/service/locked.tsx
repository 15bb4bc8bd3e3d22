/** Says that a service is not among the account's, with the way to it. Its words come with the page's data. */
import { ButtonLink } from '../button'
import { Notice } from '../notice'

export type LockView = { title: string; text: string; href: string; action: string }

export const LockedNotice = ({ lock }: { lock: LockView | null }) =>
  lock === null ? null : (
    <Notice title={lock.title}>
      <p>{lock.text}</p>
      <p>
        <ButtonLink href={lock.href}>{lock.action}</ButtonLink>
      </p>
    </Notice>
  )
