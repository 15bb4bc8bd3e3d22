/** A dash between two values on separate lines; only a browser without styles shows it. */
export const Apart = () => (
  <span className="hidden-visually" aria-hidden="true">
    {'– '}
  </span>
)
