/**
 * A channel's favourite groups in one cell: the first by name, the others as "+1"; their names are read by screen
 * readers and shown on hover.
 */
type FavouriteTagsProps = { groups: readonly string[]; number: (value: number) => string }

export const FavouriteTags = ({ groups: [first, ...others], number }: FavouriteTagsProps) => {
  if (first === undefined) return null
  const names = others.join(', ')
  return (
    <span className="favourites">
      <span className="tag" title={first}>
        ★ <bdi>{first}</bdi>
      </span>
      {names !== '' && (
        <span className="tag" title={names}>
          <bdi dir="ltr" aria-hidden="true">
            +{number(others.length)}
          </bdi>
          <span className="hidden-visually">{names}</span>
        </span>
      )}
    </span>
  )
}
