/** Something that the reader should know here and now, with a link to the next step. */
import type { ReactNode } from 'react'

export type NoticeProps = {
  tone?: 'warn' | 'ok' | 'bad' | 'info'
  title?: ReactNode
  live?: boolean
  children?: ReactNode
}

export const Notice = ({ tone = 'warn', title, live, children }: NoticeProps) => (
  <div className={tone === 'warn' ? 'notice' : `notice ${tone}`} role={live ? 'status' : undefined}>
    {title ? <p className="notice-title">{title}</p> : null}
    {children}
  </div>
)
