/** The frame of a page about links: its title, the missing service, and the refusal. */
import type { ReactNode } from 'react'
import { ErrorSummary } from '../error-summary'
import { PageHead, type PageHeadProps } from '../page-head'
import { LockedNotice, type LockView } from '../service/locked'
import { useLinkKept } from './kept'

type FrameProps = PageHeadProps & { lock?: LockView | null; className?: string; children: ReactNode }

export const LinkFrame = ({ lock = null, className = 'stack stack-wide', children, ...head }: FrameProps) => (
  <div className={className}>
    <PageHead {...head} />
    <LockedNotice lock={lock} />
    <ErrorSummary errors={useLinkKept().errors} />
    {children}
  </div>
)
