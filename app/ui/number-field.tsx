/**
 * A number, whole or decimal. It is a line of text with the keys of digits: a browser's own number field lets a Persian
 * or an Arabic keyboard type nothing, and changes its value when the page is scrolled over it. The server reads what
 * was typed by `parseNumber` and says what is out of bounds.
 */
import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

/** More than any number has: one that was pasted whole must be refused as it is, not cut to another that fits. */
const maxTyped = 20

type NumberKind = { /** It may be below zero. */ signed?: boolean; /** It may have decimals. */ decimal?: boolean }

/** What makes an input one for numbers, where it stands without the frame of a field. */
export const numberInput = ({ signed = false, decimal = false }: NumberKind = {}) =>
  ({
    type: 'text',
    // The keys of digits alone have no minus on some phones.
    inputMode: signed ? 'text' : decimal ? 'decimal' : 'numeric',
    maxLength: maxTyped,
    autoComplete: 'off',
    dir: 'ltr',
  }) satisfies InputHTMLAttributes<HTMLInputElement>

export type NumberFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'maxLength' | 'code'> & NumberKind

export const NumberField = ({ signed, decimal, ...rest }: NumberFieldProps) => (
  <Field {...numberInput({ signed, decimal })} {...rest} />
)
