/** A wallet with a problem, in a picture and plain words: what happened, what it means, what to do. */
import type { ReactNode } from 'react'
import { EmptyArt } from '../empty-art'
import { WalletLines } from '../empty-drawings'
import { Notice } from '../notice'

/** The symbol drawn at the wallet's clasp. */
const signs = {
  // ice
  frozen: <path d="M92 48v20M83.3 53l17.4 10M100.7 53l-17.4 10" />,
  // no way in or out
  closed: <path d="m86 52 12 12m0-12L86 64" />,
  locked: (
    <>
      <rect x="85" y="56" width="14" height="11" rx="2" />
      <path d="M88 56v-3a4 4 0 0 1 8 0v3" />
    </>
  ),
} satisfies Record<string, ReactNode>

export const StatePanel = ({
  art,
  title,
  children,
}: {
  art: keyof typeof signs
  title: ReactNode
  children: ReactNode
}) => (
  <Notice tone="bad">
    <div className="wallet-state">
      <EmptyArt>
        <WalletLines />
        {signs[art]}
      </EmptyArt>
      <div className="wallet-state-text">
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  </Notice>
)
