/** A whole or decimal number, entered by keys or steps; what the browser lets through the server checks again by `parseNumber`. */
import { Field, type FieldProps } from './field'

/** The highest number that a field takes when nothing else is said. */
export const mostNumber = 99_999_999

export type NumberFieldProps = Omit<FieldProps, 'type' | 'min' | 'max' | 'step' | 'inputMode' | 'code'> & { min?: number; max?: number; /** How many decimals may be entered. */ decimals?: number }

export const NumberField = ({ min = 0, max = mostNumber, decimals = 0, ...rest }: NumberFieldProps) => (
  <Field {...rest} type="number" min={min} max={max} step={decimals === 0 ? 1 : Number(`1e-${decimals}`)} inputMode={min < 0 ? undefined : decimals === 0 ? 'numeric' : 'decimal'} autoComplete={rest.autoComplete ?? 'off'} dir="ltr" />
)

/** Digits of the scripts that people of the eight languages type with: Arabic-Indic and Persian ones count like 0 to 9. */
const plainDigits = (text: string): string => text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x0660) & 0xf)).replaceAll('٫', '.')

/** The number that was entered; null for what is none, is out of bounds or has too many decimals. */
export const parseNumber = (text: string, { min = 0, max = mostNumber, decimals = 0 }: { min?: number; max?: number; decimals?: number } = {}): number | null => {
  const plain = plainDigits(text.trim())
  const match = /^-?\d{1,15}(?:\.(\d{1,12}))?$/.exec(plain)
  if (match === null || (match[1] ?? '').length > decimals) return null
  const value = Number(plain)
  return value < min || value > max ? null : value
}
