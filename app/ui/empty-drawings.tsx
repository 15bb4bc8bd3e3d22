/**
 * Line drawings for empty places: a dish pointed at the sky, a box that waits for its owner, a wallet; and for a wallet
 * that is not as it should be: frozen, closed, or with a locked payment password.
 */
import type { ReactNode } from 'react'
import { DishArt, EmptyArt } from './empty-art'

export type Drawing = 'dish' | 'box' | WalletDrawing
export type WalletDrawing = keyof typeof walletSigns

/** What stands beside the wallet, where its clasp is. */
const walletSigns = {
  wallet: null,
  // ice
  'wallet-frozen': <path d="M92 48v20M83.3 53l17.4 10M100.7 53l-17.4 10" />,
  // no way in or out
  'wallet-closed': <path d="m86 52 12 12m0-12L86 64" />,
  'wallet-locked': (
    <>
      <rect x="85" y="56" width="14" height="11" rx="2" />
      <path d="M88 56v-3a4 4 0 0 1 8 0v3" />
    </>
  ),
} satisfies Record<string, ReactNode>

export const EmptyDrawing = ({ kind }: { kind: Drawing }) =>
  kind === 'dish' ? (
    <DishArt />
  ) : kind === 'box' ? (
    <EmptyArt>
      <rect x="36" y="48" width="48" height="20" rx="5" />
      <path d="M44 58h.01M50 58h.01M66 58h10M42 73h4M74 73h4" />
    </EmptyArt>
  ) : (
    <EmptyArt>
      <path d="M38 46v20a6 6 0 0 0 6 6h38V50H43a5 5 0 0 1 0-10h33v10" />
      <path d="M82 57H71a4 4 0 0 0 0 8h11" />
      {walletSigns[kind]}
    </EmptyArt>
  )
