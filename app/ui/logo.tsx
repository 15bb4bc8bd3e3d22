/** The portal's logo: a ripe mango over the rim of a dish. Decoration beside the name. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path
      d="M3 20.5C7 27 13 29.5 20 28.5 25 27.8 28 25 29 22"
      fill="none"
      stroke="#8fa3cc"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
    <path
      d="M23.5 9.500c3.4 4.3 2 11.3-3.4 13.8-5 2.3-11-.2-12.7-4.800C5.6 13.6 9 9.3 13.2 7.700c3.9-1.5 8-1.4 10.3 1.800z"
      fill="#f79a1e"
    />
    <path d="M10.3 17.200c-.8-3.2 1-5.7 3.6-6.8" fill="none" stroke="#ffd79a" strokeWidth="1.8" strokeLinecap="round" />
    <path d="M19.2 7.200C19.4 4.2 21.8 2.4 25.4 2.6 25.3 5.8 22.8 7.7 19.2 7.200z" fill="#5fd39a" />
  </svg>
)
