/** A dash between two values that stand on lines of their own: only a browser without styles shows it. */
export const Apart = () => (
  <span className="hidden-visually" aria-hidden="true">
    {'– '}
  </span>
)
