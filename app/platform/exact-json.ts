/**
 * JSON whose numbers keep their text: JSON.parse alone makes 1e-7 of 0.00000010 and loses digits of long ids, which
 * neither amounts of money nor signatures over a text can bear. Every Node that the portal runs on has the two parts of
 * it: the reviver's third argument, and JSON.rawJSON.
 */

/** A number as it was written. JSON.stringify writes it again in the same way. */
export type RawNumber = { readonly rawJSON: string }
const exact = JSON as unknown as {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** A number for JSON.stringify, digit by digit as in the text: a decimal without an exponent. */
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
    // No JSON, or nested so deeply that nothing sends it.
    return null
  }
}

/** Reads JSON with every number as the text that stood there; null for what is no JSON. */
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
/** The same JSON with the keys of every object sorted and its numbers as they stood; null for what is no JSON. */
export const sortJson = (text: string): string | null => {
  const json = read(text, (source) => exact.rawJSON(source))
  try {
    return json === null ? null : JSON.stringify(sorted(json.value))
  } catch {
    return null
  }
}
