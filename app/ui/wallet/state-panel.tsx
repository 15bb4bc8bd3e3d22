/** A wallet that is not as it should be, in a picture and plain words: what happened, what it means, the way out. */
import type { ReactNode } from 'react'
import { EmptyDrawing, type WalletDrawing } from '../empty-drawings'
import { Notice } from '../notice'

export const StatePanel = ({ art, title, children }: { art: WalletDrawing; title: ReactNode; children: ReactNode }) => (
  <Notice tone="bad">
    <div className="wallet-state">
      <EmptyDrawing kind={art} />
      <div className="wallet-state-text">
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  </Notice>
)
