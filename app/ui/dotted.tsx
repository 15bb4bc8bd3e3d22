/**
 * Parts of a line with a point between each two. A point belongs to the part behind it and hangs before it: where a
 * part begins a line, the style cuts its point off, so that none stands at a line's end or beginning, in either
 * direction.
 */
import type { ReactNode } from 'react'

export type DottedPart = { key: string; text: ReactNode; className?: string }

/** Parts that are null are not there. */
export const Dotted = ({ parts }: { parts: readonly (DottedPart | null)[] }) => (
  <span className="dotted">
    {parts
      .filter((part) => part !== null)
      .map(({ key, text, className = '' }, index) => (
        <span key={key} className={`dotted-part ${className}`.trim()}>
          {index === 0 ? null : <span className="dotted-point"> · </span>}
          {text}
        </span>
      ))}
  </span>
)
