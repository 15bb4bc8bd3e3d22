/**
 * The contents of a long text: beside it on a desktop, on a phone a line above it that opens. The list exists once, and
 * opening needs no script: the line is open or closed, and the style sheet shows what follows.
 */
import { useId, type ReactNode } from 'react'
import { Icon } from './icon'

export type ContentsProps = { label: string; className: string; children: ReactNode }

export const Contents = ({ label, className, children }: ContentsProps) => {
  const id = useId()
  return (
    <nav className={`contents no-print ${className}`} aria-labelledby={id}>
      <h2 id={id} className="contents-title">
        {label}
      </h2>
      <details className="contents-line">
        <summary>
          <Icon name="list" />
          <span>{label}</span>
          <Icon name="down" className="contents-mark" />
        </summary>
      </details>
      <div className="contents-list">{children}</div>
    </nav>
  )
}
