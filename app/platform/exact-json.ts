/**
 * Reads and writes JSON without changing its numbers. JSON.parse alone turns 0.00000010 into 1e-7 and loses digits of
 * long ids, which breaks amounts of money and signatures over a text. Uses the reviver's third argument and
 * JSON.rawJSON, which every supported Node version has.
 */

/** A number in its original notation. JSON.stringify writes it the same way. */
export type RawNumber = { readonly rawJSON: string }
const exact = JSON as unknown as {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** Makes a number for JSON.stringify that keeps every digit of the text: a decimal without an exponent. */
export const rawNumber = (decimal: string): RawNumber => {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(decimal)) throw new TypeError('not a decimal number')
  return exact.rawJSON(decimal)
}

const read = (text: string, take: (source: string) => unknown): { value: unknown } | null => {
  try {
    return {
      value: exact.parse(text, (_, value, { source }) => (typeof value === 'number' ? take(source ?? '') : value)),
    }
  } catch {
    // Not JSON, or nested more deeply than any real message.
    return null
  }
}

/** Reads JSON with every number as its original text; null if the text is not JSON. */
export const readJsonAsText = (text: string): { value: unknown } | null => read(text, (source) => source)

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || exact.isRawJSON(value)) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  )
}
/** Returns the same JSON with the keys of every object sorted and its numbers unchanged; null if it is not JSON. */
export const sortJson = (text: string): string | null => {
  const json = read(text, (source) => exact.rawJSON(source))
  try {
    return json === null ? null : JSON.stringify(sorted(json.value))
  } catch {
    return null
  }
}
