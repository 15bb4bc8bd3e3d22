/** Line drawings for empty places: a dish pointed at the sky, a box that waits for its owner, a wallet. */
export const EmptyArt = ({ kind }: { kind: 'dish' | 'box' | 'wallet' }) => (
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
    <path d="M8 52Q60 -8 112 52" className="art-line" strokeDasharray="1 5" />
    <circle cx="34" cy="28.5" r="3" className="art-quiet" />
    <circle cx="60" cy="22" r="5" className="art-mango" />
    <circle cx="90" cy="31.5" r="2.5" className="art-quiet" />
    {kind === 'dish' ? (
      <g className="art-ink">
        <path d="M46 46a20 20 0 0 0 26 22z" />
        <path d="m59 57 7-9" />
        <path d="M56 66l-5 10M47 76h18" />
      </g>
    ) : kind === 'box' ? (
      <g className="art-ink">
        <rect x="36" y="48" width="48" height="20" rx="5" />
        <path d="M44 58h.01M50 58h.01M66 58h10M42 73h4M74 73h4" />
      </g>
    ) : (
      <g className="art-ink">
        <path d="M38 46v20a6 6 0 0 0 6 6h38V50H43a5 5 0 0 1 0-10h33v10" />
        <path d="M82 57H71a4 4 0 0 0 0 8h11" />
      </g>
    )}
  </svg>
)
