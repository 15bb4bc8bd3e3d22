/**
 * The error about the ticked rows, above them: the summary links to the first box, and every box is tied to the
 * sentence.
 */
import { fieldId } from './field-id'
import { Icon } from './icon'

const errorId = (name: string): string => `${fieldId(name)}-error`

/** The attributes of a box; `first` is the box to which the summary links. */
export const tickedBox = (name: string, error: string | null, first: boolean) => ({
  ...(first ? { id: fieldId(name) } : {}),
  ...(error === null ? {} : { 'aria-invalid': true as const, 'aria-describedby': errorId(name) }),
})

export const TickedError = ({ name, error }: { name: string; error: string | null }) =>
  error === null ? null : (
    <span className="field-error" id={errorId(name)}>
      <Icon name="warning" />
      {error}
    </span>
  )
