/**
 * The home page's picture: a dish under the night sky, the belt of satellites above it, one of them ripe. It fills the
 * whole hero: the scene stands at its right edge, the rest is quiet sky for words. Fixed tables, so that server and
 * browser draw the same.
 */

/** Place and size of each star, by hand: denser towards the scene, few behind the words. */
const stars = [
  [46, 44, 1], [128, 96, 0.8], [214, 30, 1.1], [302, 70, 0.8], [388, 24, 1], [472, 110, 0.8], [538, 52, 1], [596, 148, 0.9],
  [664, 40, 1.2], [698, 158, 1.4], [726, 66, 1.1], [752, 114, 0.9], [779, 190, 1.2], [806, 74, 1.5], [828, 136, 0.8], [854, 60, 1],
  [876, 168, 1.1], [902, 98, 1.3], [928, 22, 0.9], [946, 176, 1], [974, 46, 1.2], [992, 182, 0.9], [1018, 112, 1], [1038, 28, 1.3],
  [1060, 158, 1], [1082, 88, 0.8], [1110, 130, 1.4], [1136, 38, 1], [1154, 192, 1.1], [1172, 106, 0.9], [1186, 152, 1.2],
] as const

/** Satellites on the belt: x, y, radius. */
const satellites = [[718, 167, 6], [788, 143.5, 8.5], [862, 126, 5], [1092, 151.5, 7], [1154, 179.5, 4.5]] as const
const ripe = { x: 976, y: 124 }

export const NightArt = ({ title }: { title: string }) => (
  <svg className="night-art" viewBox="0 0 1200 380" preserveAspectRatio="xMaxYMax slice" role="img" aria-label={title}>
    <defs>
      <radialGradient id="night-glow">
        <stop offset="0" stopColor="#ffc266" stopOpacity="0.75" />
        <stop offset="0.35" stopColor="#f79a1e" stopOpacity="0.28" />
        <stop offset="1" stopColor="#f79a1e" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="night-dish" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#f6f2ea" />
        <stop offset="1" stopColor="#aab6d0" />
      </linearGradient>
      <linearGradient id="night-beam" gradientUnits="userSpaceOnUse" x1="976" y1="124" x2="898" y2="272">
        <stop offset="0" stopColor="#ffc266" stopOpacity="0.55" />
        <stop offset="1" stopColor="#ffc266" stopOpacity="0.04" />
      </linearGradient>
    </defs>
    <g fill="#f6f2ea">
      {stars.map(([x, y, r]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={r} opacity={0.35 + r / 4} />)}
    </g>
    <path d="M600 240Q920 5 1240 240" fill="none" stroke="#8fa3cc" strokeOpacity="0.55" strokeWidth="1.5" strokeDasharray="2 7" strokeLinecap="round" />
    <path d="M976 124 852 276 930 302z" fill="url(#night-beam)" />
    {satellites.map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} fill="#1d2f57" stroke="#8ab4ff" strokeWidth="1.8" />)}
    <circle cx={ripe.x} cy={ripe.y} r="58" fill="url(#night-glow)" />
    <circle cx={ripe.x} cy={ripe.y} r="15" fill="#f79a1e" />
    <path d={`M${ripe.x - 8} ${ripe.y + 1}c-.6-5 2-8.5 6-9.8`} fill="none" stroke="#ffd79a" strokeWidth="2.5" strokeLinecap="round" />
    <path d={`M${ripe.x + 3} ${ripe.y - 14}c1-6 5.5-9 12-8.5-.5 6-5 9.5-12 8.5z`} fill="#5fd39a" />
    <path d="M0 366C180 352 420 372 640 358S860 342 980 346 1110 326 1200 346V380H0z" fill="#0d1730" />
    <path d="M872 348l14-36 14 36" fill="none" stroke="#7483a6" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    <path d="M844 252c-18 34 10 82 70 74 10-1 18-5 22-11z" fill="url(#night-dish)" />
    <path d="M844 252 936 315" stroke="#f6f2ea" strokeWidth="3" strokeLinecap="round" />
    <path d="M890 283.5 912 252" stroke="#aab6d0" strokeWidth="3" strokeLinecap="round" />
    <circle cx="914" cy="249" r="6" fill="#f79a1e" />
    <path d="M1024 310 1065 280 1106 310z" fill="#0a1122" />
    <path d="M1032 306h66v50h-66z" fill="#0a1122" />
    <rect x="1044" y="319" width="14" height="12" rx="1.5" fill="#ffc266" />
    <rect x="1070" y="319" width="14" height="12" rx="1.5" fill="#ffc266" opacity="0.55" />
    <path d="M0 372C260 362 560 376 800 360S1100 352 1200 360V380H0z" fill="#070c19" />
  </svg>
)
