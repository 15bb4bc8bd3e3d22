/** Measures a text as the server counts it, so that a page can show the length while typing. */
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainText } from '~/text/plain-text'

/** Longer texts are not counted: they are obviously too long. */
const maxCounted = 20_000

/** The number of characters that would be stored; 0 if nothing is visible. */
export const measureText = (raw: string): number => {
  const text = plainText(raw.slice(0, 8 * maxCounted))
  return isBlank(text) ? 0 : countGraphemes(text, maxCounted)
}
