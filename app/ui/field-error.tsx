/** The sentence at a field that was refused; a block, so that it has its own line without styles. */
import { Icon } from './icon'

export const FieldError = ({ id, error }: { id: string | undefined; error: string | null | undefined }) =>
  error ? (
    <div className="field-error" id={id}>
      <Icon name="warning" />
      {error}
    </div>
  ) : null
