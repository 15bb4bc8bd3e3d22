/**
 * The error about the ticked rows, above them: the summary links to the first box, and every box is tied to the
 * sentence.
 */
import { FieldError } from './field-error'
import { fieldId } from './field-id'

const errorId = (name: string): string => `${fieldId(name)}-error`

/** The attributes of a box; `first` is the box to which the summary links. */
export const tickedBox = (name: string, error: string | null, first: boolean) => ({
  ...(first ? { id: fieldId(name) } : {}),
  ...(error === null ? {} : { 'aria-invalid': true as const, 'aria-describedby': errorId(name) }),
})

export const TickedError = ({ name, error }: { name: string; error: string | null }) => (
  <FieldError id={errorId(name)} error={error} />
)
