/**
 * Parts of a line separated by dots. A dot belongs to the following part and hangs before it. At the beginning of a
 * line the style cuts the dot off, so that none appears at a line's end or beginning, in either direction.
 */
import type { ReactNode } from 'react'

export type DottedPart = { key: string; text: ReactNode; className?: string }

/** Null parts are skipped. */
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
