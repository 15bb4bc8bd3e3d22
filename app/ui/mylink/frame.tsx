/** Parts of every page about links: its frame, with the missing service and the refusal, and pictures. */
import type { ReactNode } from 'react'
import type { LinkService } from '~/modules/link/types'
import { ErrorSummary } from '../error-summary'
import { PageHead, type PageHeadProps } from '../page-head'
import { LockedNotice, type LockView } from '../service/locked'
import { useLinkKept } from './kept'
import { logoPath } from './view'

type FrameProps = PageHeadProps & { lock?: LockView | null; className?: string; children: ReactNode }

export const LinkFrame = ({ lock = null, className = 'stack stack-wide', children, ...head }: FrameProps) => (
  <div className={className}>
    <PageHead {...head} />
    <LockedNotice lock={lock} />
    <ErrorSummary errors={useLinkKept().errors} />
    {children}
  </div>
)

type LogoProps = { service: LinkService; logo: string | null; size?: number }
/** The picture of a category or link. Decorative: the name is next to it. */
export const LogoImage = ({ service, logo, size = 32 }: LogoProps) =>
  logo === null ? null : (
    <img className="link-logo" src={logoPath(service, logo)} alt="" height={size} width={size} loading="lazy" />
  )
