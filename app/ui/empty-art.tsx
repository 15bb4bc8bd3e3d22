import type { ReactNode } from 'react'

/** The frame of a line drawing for an empty state. */
export const ArtFrame = ({ children }: { children: ReactNode }) => (
  <svg
    className="empty-art"
    viewBox="0 0 120 80"
    width="120"
    height="80"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth="2"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** The same with the sky and its arc above the shapes in `children`. */
export const EmptyArt = ({ children }: { children: ReactNode }) => (
  <ArtFrame>
    <path d="M8 52Q60 -8 112 52" className="art-line" strokeDasharray="1 5" />
    <circle cx="34" cy="28.5" r="3" className="art-quiet" />
    <circle cx="60" cy="22" r="5" className="art-mango" />
    <circle cx="90" cy="31.5" r="2.5" className="art-quiet" />
    <g className="art-ink">{children}</g>
  </ArtFrame>
)
/** A dish pointed at the sky: the only drawing that every page has, because the page without a network shows it. */
export const DishArt = () => (
  <EmptyArt>
    <path d="M46 46a20 20 0 0 0 26 22z" />
    <path d="m59 57 7-9" />
    <path d="M56 66l-5 10M47 76h18" />
  </EmptyArt>
)
