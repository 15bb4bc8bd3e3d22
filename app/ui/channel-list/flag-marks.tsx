/** Small drawings of a row's flags, in the plain rows and the editor's: one element each, created once and shared. */
import type { ReactNode } from 'react'

export const lockMark = (
  <svg className="flag" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path
      d="M3 7h1V5a4 4 0 0 1 8 0v2h1a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Zm3 0h4V5a2 2 0 0 0-4 0Z"
      fill="currentColor"
    />
  </svg>
)
export const keyMark = (
  <svg className="flag" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path
      d="M5 4a4 4 0 1 0 3.9 5H11v2h2V9h2V7H8.9A4 4 0 0 0 5 4Zm0 2.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z"
      fill="currentColor"
    />
  </svg>
)
export const skipMark = (
  <svg className="flag" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path d="m2 3 6 5-6 5ZM8 3l5 4V3h2v10h-2V9l-5 4Z" fill="currentColor" />
  </svg>
)

/** A drawing with its text, for a row that has the flag. */
export const flagMark = (text: string, mark: ReactNode): ReactNode => (
  <span className="flags" title={text}>
    {mark}
    <span className="hidden-visually">{text}</span>
  </span>
)
