/** Line drawings for empty states: a dish pointed at the sky, a box that waits for its owner, a wallet. */
import { DishArt, EmptyArt } from './empty-art'

export type Drawing = 'dish' | 'box' | 'wallet'

export const WalletLines = () => (
  <>
    <path d="M38 46v20a6 6 0 0 0 6 6h38V50H43a5 5 0 0 1 0-10h33v10" />
    <path d="M82 57H71a4 4 0 0 0 0 8h11" />
  </>
)

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
      <WalletLines />
    </EmptyArt>
  )
