/** The length of a text as the server will count it, for a page that shows it during typing. */
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainText } from '~/text/plain-text'

/** Longer texts are not counted: they are obviously too long. */
const mostCounted = 20_000

/** The number of characters that would be stored of a text; 0 where a reader would see nothing. */
export const measureText = (raw: string): number => {
  const text = plainText(raw.slice(0, 8 * mostCounted))
  return isBlank(text) ? 0 : countGraphemes(text, mostCounted)
}
