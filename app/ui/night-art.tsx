/**
 * The home page's picture: a dish under the night sky, the belt of satellites above it, one of them ripe. Drawn from a
 * fixed table of stars, so that server and browser draw the same; its title is said by the caller.
 */

/** Place and size of each star, by hand: denser towards the belt, none on the dish. */
const stars = [
  [24, 40, 1], [58, 118, 1.4], [86, 26, 1.1], [112, 74, 0.9], [139, 150, 1.2], [166, 34, 1.5], [188, 96, 0.8], [214, 20, 1],
  [236, 128, 1.1], [262, 58, 1.3], [288, 12, 0.9], [306, 100, 1], [334, 36, 1.2], [352, 142, 0.9], [378, 72, 1], [398, 18, 1.3],
  [420, 118, 1], [442, 48, 0.8], [470, 90, 1.4], [496, 28, 1], [514, 152, 1.1], [532, 66, 0.9], [548, 112, 1.2], [20, 182, 1], [540, 196, 1],
] as const

/** Satellites on the belt: x, y, radius. The belt is the curve M-20 190 Q280 -30 580 190. */
const satellites = [[78, 127.3, 6], [148, 103.5, 8.5], [222, 85.9, 5], [452, 111.5, 7], [514, 139.6, 4.5]] as const
const ripe = { x: 336, y: 83.9 }

export const NightArt = ({ title }: { title: string }) => (
  <svg className="night-art" viewBox="0 0 560 340" preserveAspectRatio="xMidYMax slice" role="img" aria-label={title}>
    <defs>
      <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#0b1428" />
        <stop offset="0.55" stopColor="#16233f" />
        <stop offset="1" stopColor="#2c3f6b" />
      </linearGradient>
      <radialGradient id="night-glow">
        <stop offset="0" stopColor="#ffc266" stopOpacity="0.75" />
        <stop offset="0.35" stopColor="#f79a1e" stopOpacity="0.28" />
        <stop offset="1" stopColor="#f79a1e" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="night-dish" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#f6f2ea" />
        <stop offset="1" stopColor="#aab6d0" />
      </linearGradient>
      <linearGradient id="night-beam" gradientUnits="userSpaceOnUse" x1="336" y1="84" x2="258" y2="232">
        <stop offset="0" stopColor="#ffc266" stopOpacity="0.55" />
        <stop offset="1" stopColor="#ffc266" stopOpacity="0.04" />
      </linearGradient>
    </defs>
    <rect width="560" height="340" fill="url(#night-sky)" />
    <g fill="#f6f2ea">
      {stars.map(([x, y, r]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={r} opacity={0.35 + r / 4} />)}
    </g>
    <path d="M-20 190Q280 -30 580 190" fill="none" stroke="#8fa3cc" strokeOpacity="0.55" strokeWidth="1.5" strokeDasharray="2 7" strokeLinecap="round" />
    <path d="M336 84 212 236 290 262z" fill="url(#night-beam)" />
    {satellites.map(([x, y, r]) => (
      <g key={x}>
        <circle cx={x} cy={y} r={r} fill="#1d2f57" stroke="#8ab4ff" strokeWidth="1.8" />
      </g>
    ))}
    <circle cx={ripe.x} cy={ripe.y} r="58" fill="url(#night-glow)" />
    <circle cx={ripe.x} cy={ripe.y} r="15" fill="#f79a1e" />
    <path d={`M${ripe.x - 8} ${ripe.y + 1}c-.6-5 2-8.5 6-9.8`} fill="none" stroke="#ffd79a" strokeWidth="2.5" strokeLinecap="round" />
    <path d={`M${ripe.x + 3} ${ripe.y - 14}c1-6 5.5-9 12-8.5-.5 6-5 9.5-12 8.500z`} fill="#5fd39a" />
    <path d="M0 318C90 286 170 300 262 304S450 284 560 306V340H0z" fill="#0a1122" />
    <g>
      <path d="M232 306l14-34 14 34" fill="none" stroke="#7483a6" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M204 212c-18 34 10 82 70 74 10-1 18-5 22-11z" fill="url(#night-dish)" />
      <path d="M204 212 296 275" stroke="#f6f2ea" strokeWidth="3" strokeLinecap="round" />
      <path d="M250 243.5 272 212" stroke="#aab6d0" strokeWidth="3" strokeLinecap="round" />
      <circle cx="274" cy="209" r="6" fill="#f79a1e" />
    </g>
    <path d="M0 322C120 300 220 316 330 314S490 304 560 316V340H0z" fill="#070c19" />
    <g>
      <rect x="392" y="268" width="66" height="44" rx="3" fill="#0a1122" />
      <path d="M384 270 425 240 466 270z" fill="#0a1122" />
      <rect x="404" y="280" width="14" height="12" rx="1.5" fill="#ffc266" />
      <rect x="430" y="280" width="14" height="12" rx="1.5" fill="#ffc266" opacity="0.55" />
    </g>
  </svg>
)
