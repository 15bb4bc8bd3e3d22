/**
 * The attributes of a number input. It is a text input with a numeric keyboard: a browser's own number field accepts
 * nothing from a Persian or an Arabic keyboard, and changes its value when the page is scrolled over it. The server
 * reads the text by `parseNumber` and reports values out of bounds.
 */
import type { InputHTMLAttributes } from 'react'

/** Longer than any number: a pasted text must be refused as it is, not cut to a number that fits. */
const maxTyped = 20

export type NumberKind = {
  /** Allows negative numbers. */ signed?: boolean
  /** Allows decimals. */ decimal?: boolean
}

/** Attributes that make an input numeric, even outside a field. */
export const numberInput = ({ signed = false, decimal = false }: NumberKind = {}) =>
  ({
    type: 'text',
    // Numeric keyboards have no minus on some phones.
    inputMode: signed ? 'text' : decimal ? 'decimal' : 'numeric',
    maxLength: maxTyped,
    autoComplete: 'off',
    dir: 'ltr',
  }) satisfies InputHTMLAttributes<HTMLInputElement>
