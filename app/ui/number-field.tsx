/** A whole or decimal number with its label, hint and error. */
import { Field, type FieldProps } from './field'
import { numberInput, type NumberKind } from './number-input'

export type NumberFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'maxLength' | 'code'> & NumberKind

export const NumberField = ({ signed, decimal, ...rest }: NumberFieldProps) => (
  <Field {...numberInput({ signed, decimal })} {...rest} />
)

export { numberInput }
