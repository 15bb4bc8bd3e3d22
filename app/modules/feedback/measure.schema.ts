/** How long a text is as the server will count it, for a page that says so while it is written. */
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainText } from '~/text/plain-text'

/** More is not counted: what is so much too long is cut by looking at it, not by its last letter. */
const mostCounted = 20_000

/** The characters of what is kept of a text; none where a reader would see nothing. */
export const measureText = (raw: string): number => {
  const text = plainText(raw.slice(0, 8 * mostCounted))
  return isBlank(text) ? 0 : countGraphemes(text, mostCounted)
}
