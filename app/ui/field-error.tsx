/** The sentence at a field that was refused. */
import { Icon } from './icon'

export const FieldError = ({ id, error }: { id: string | undefined; error: string | null | undefined }) =>
  error ? (
    <span className="field-error" id={id}>
      <Icon name="warning" />
      {error}
    </span>
  ) : null
