/**
 * An input with its label, hint and error. Hint and error are tied to the input, so that screen readers read them with
 * it.
 */
import {
  forwardRef,
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { fieldId } from './field-id'
import { Icon } from './icon'
import { PasswordInput } from './password-input'

type Frame = {
  label: ReactNode
  name: string
  hint?: ReactNode
  /** The error's sentence, or nothing. */
  error?: string | null
  /** Shows the label to screen readers only, if the field's position says enough. */
  labelHidden?: boolean
}

const useFrame = ({ name, hint, error }: Pick<Frame, 'name' | 'hint' | 'error'>, own?: string) => {
  const base = useId()
  const id = own ?? fieldId(name)
  const hintId = hint ? `${base}h` : undefined
  const errorId = error ? `${base}e` : undefined
  const described = [hintId, errorId].filter(Boolean).join(' ')
  return {
    id,
    hintId,
    errorId,
    input: {
      id,
      name,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

const FieldFrame = ({
  id,
  hintId,
  errorId,
  label,
  labelHidden,
  hint,
  error,
  children,
}: Frame & { id: string; hintId?: string; errorId?: string; children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id} className={labelHidden ? 'hidden-visually' : undefined}>
      {label}
    </label>{' '}
    {hint ? (
      <span className="field-hint" id={hintId}>
        {hint}
      </span>
    ) : null}{' '}
    {children}{' '}
    {error ? (
      <span className="field-error" id={errorId}>
        <Icon name="warning" />
        {error}
      </span>
    ) : null}
  </div>
)

export type FieldProps = Frame & { code?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>
/** A line of text, a number, a password. `code` is for serial numbers and codes: left to right, monospaced. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(
  ({ label, labelHidden, name, hint, error, code, id, className, type = 'text', ...rest }, ref) => {
    const frame = useFrame({ name, hint, error }, id)
    const Input = type === 'password' ? PasswordInput : 'input'
    const look = ['input', code ? 'input-code' : '', className ?? ''].filter(Boolean).join(' ')
    return (
      <FieldFrame
        {...{ label, labelHidden, name, hint, error }}
        id={frame.id}
        hintId={frame.hintId}
        errorId={frame.errorId}
      >
        <Input
          ref={ref}
          type={type}
          {...(code ? { dir: 'ltr', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...rest}
          {...frame.input}
          className={look}
        />
      </FieldFrame>
    )
  },
)
Field.displayName = 'Field'

export type Option = { value: string; label: string; lang?: string }
export type OptionGroup = { label: string; options: readonly Option[] }
const SelectOption = ({ value, label, lang }: Option) => (
  <option value={value} lang={lang}>
    {label}
  </option>
)

export type SelectFieldProps = Frame & { options: readonly (Option | OptionGroup)[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'name'
  >
export const SelectField = ({
  label,
  labelHidden,
  name,
  hint,
  error,
  options,
  id,
  className,
  ...rest
}: SelectFieldProps) => {
  const frame = useFrame({ name, hint, error }, id)
  return (
    <FieldFrame
      {...{ label, labelHidden, name, hint, error }}
      id={frame.id}
      hintId={frame.hintId}
      errorId={frame.errorId}
    >
      <select {...rest} {...frame.input} className={className ? `input ${className}` : 'input'}>
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map((inner) => (
                <SelectOption key={inner.value} {...inner} />
              ))}
            </optgroup>
          ) : (
            <SelectOption key={option.value} {...option} />
          ),
        )}
      </select>
    </FieldFrame>
  )
}

export type TextAreaFieldProps = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>
export const TextAreaField = ({
  label,
  labelHidden,
  name,
  hint,
  error,
  id,
  className,
  ...rest
}: TextAreaFieldProps) => {
  const frame = useFrame({ name, hint, error }, id)
  return (
    <FieldFrame
      {...{ label, labelHidden, name, hint, error }}
      id={frame.id}
      hintId={frame.hintId}
      errorId={frame.errorId}
    >
      <textarea {...rest} {...frame.input} className={className ? `input ${className}` : 'input'} />
    </FieldFrame>
  )
}

export type FileFieldProps = Frame & { button: string; none: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'type' | 'required'
  >
/**
 * A required file. Browsers label the button and the empty field in their own language; both are hidden and replaced
 * here. The field's own text appears once it is the chosen file's name, which style sheets recognise by its validity.
 */
export const FileField = ({
  label,
  labelHidden,
  name,
  hint,
  error,
  button,
  none,
  id,
  className,
  ...rest
}: FileFieldProps) => {
  const frame = useFrame({ name, hint, error }, id)
  const labels = useId()
  return (
    <FieldFrame
      {...{ label: <span id={`${labels}l`}>{label}</span>, labelHidden, name, hint, error }}
      id={frame.id}
      hintId={frame.hintId}
      errorId={frame.errorId}
    >
      <div className={className ? `input file ${className}` : 'input file'}>
        <label className="btn" htmlFor={frame.id} id={`${labels}b`} aria-hidden="true">
          {button}
        </label>
        <input {...rest} {...frame.input} type="file" required aria-labelledby={`${labels}l ${labels}b`} />
        <span className="file-none" aria-hidden="true" data-none={none} />
      </div>
    </FieldFrame>
  )
}

export type CheckFieldProps = Omit<Frame, 'labelHidden'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>
/** A check box, or a radio button by `type`; give each its own `id` if several share a name. */
export const CheckField = ({ label, name, hint, error, id, type = 'checkbox', ...rest }: CheckFieldProps) => {
  const frame = useFrame({ name, hint, error }, id)
  return (
    <div className="check">
      <input {...rest} {...frame.input} type={type} />{' '}
      <div className="check-text">
        <label htmlFor={frame.id}>{label}</label>{' '}
        {hint ? (
          <span className="field-hint" id={frame.hintId}>
            {hint}
          </span>
        ) : null}{' '}
        {error ? (
          <span className="field-error" id={frame.errorId}>
            <Icon name="warning" />
            {error}
          </span>
        ) : null}
      </div>
    </div>
  )
}
