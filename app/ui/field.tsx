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
  useEffect,
  useState,
} from 'react'
import { FieldError } from './field-error'
import { fieldId } from './field-id'
import { useTranslation } from 'react-i18next'
import { useScripts } from './with-scripts'

/**
 * A password input with a button that reveals it. Without scripts it is the plain input, because the button would do
 * nothing.
 */
const PasswordInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>((props, ref) => {
  const { t } = useTranslation()
  const hasScripts = useScripts()
  const [shown, setShown] = useState(false)
  // Browsers only remember passwords from password fields, and a sent password should not stay readable on the screen.
  useEffect(() => {
    if (!shown) return undefined
    const hide = (): void => setShown(false)
    document.addEventListener('submit', hide, true)
    return () => document.removeEventListener('submit', hide, true)
  }, [shown])
  return (
    <div className="password">
      <input
        ref={ref}
        {...props}
        type={shown ? 'text' : 'password'}
        {...(shown ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
      />
      {hasScripts ? (
        <button
          type="button"
          className="btn quiet"
          aria-controls={props.id}
          aria-label={shown ? t('password.hideLabel') : t('password.showLabel')}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('password.hide') : t('password.show')}
        </button>
      ) : null}
    </div>
  )
})
PasswordInput.displayName = 'PasswordInput'

type Frame = {
  label: ReactNode
  name: string
  hint?: ReactNode
  /** The error's sentence, or nothing. */
  error?: string | null
  /** Shows the label to screen readers only, if the field's position says enough. */
  labelHidden?: boolean
}

/** The frame's part of a field's properties, what ties the input to it, and the input's own ones. */
const useFrame = <Props extends Frame>(
  { label, labelHidden, name, hint, error, ...own }: Props,
  ownId: string | undefined,
) => {
  const base = useId()
  const id = ownId ?? fieldId(name)
  const hintId = hint ? `${base}h` : undefined
  const errorId = error ? `${base}e` : undefined
  const described = [hintId, errorId].filter(Boolean).join(' ')
  return {
    own,
    frame: { id, hintId, errorId, label, labelHidden, hint, error },
    input: {
      id,
      name,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

type FrameProps = Omit<Frame, 'name'> & { id: string; hintId?: string; errorId?: string }
const FieldHint = ({ hint, hintId }: FrameProps) =>
  hint ? (
    <div className="field-hint" id={hintId}>
      {hint}
    </div>
  ) : null
const FieldFrame = ({ children, ...frame }: FrameProps & { children: ReactNode }) => (
  <div className="field">
    <label htmlFor={frame.id} className={frame.labelHidden ? 'hidden-visually' : undefined}>
      {frame.label}
    </label>{' '}
    <FieldHint {...frame} />
    {children} <FieldError id={frame.errorId} error={frame.error} />
  </div>
)

export type FieldProps = Frame & { code?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>
/** A line of text, a number, a password. `code` is for serial numbers and codes: left to right, monospaced. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(
  ({ code, id, className, type = 'text', ...rest }, ref) => {
    const { frame, input, own } = useFrame(rest, id)
    const Input = type === 'password' ? PasswordInput : 'input'
    const look = ['input', code ? 'input-code' : '', className ?? ''].filter(Boolean).join(' ')
    return (
      <FieldFrame {...frame}>
        <Input
          ref={ref}
          type={type}
          {...(code ? { dir: 'ltr', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...own}
          {...input}
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
export const SelectField = ({ options, id, className, ...rest }: SelectFieldProps) => {
  const { frame, input, own } = useFrame(rest, id)
  return (
    <FieldFrame {...frame}>
      <select {...own} {...input} className={className ? `input ${className}` : 'input'}>
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
export const TextAreaField = ({ id, className, ...rest }: TextAreaFieldProps) => {
  const { frame, input, own } = useFrame(rest, id)
  return (
    <FieldFrame {...frame}>
      <textarea {...own} {...input} className={className ? `input ${className}` : 'input'} />
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
export const FileField = ({ button, none, id, className, ...rest }: FileFieldProps) => {
  const { frame, input, own } = useFrame(rest, id)
  const labels = useId()
  return (
    <FieldFrame {...frame} label={<span id={`${labels}l`}>{frame.label}</span>}>
      <div className={className ? `input file ${className}` : 'input file'}>
        <label className="btn" htmlFor={frame.id} id={`${labels}b`} aria-hidden="true">
          {button}
        </label>
        <input {...own} {...input} type="file" required aria-labelledby={`${labels}l ${labels}b`} />
        <span className="file-none" aria-hidden="true" data-none={none} />
      </div>
    </FieldFrame>
  )
}

export type CheckFieldProps = Omit<Frame, 'labelHidden'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>
/** A check box, or a radio button by `type`; give each its own `id` if several share a name. */
export const CheckField = ({ id, type = 'checkbox', ...rest }: CheckFieldProps) => {
  const { frame, input, own } = useFrame(rest, id)
  return (
    <div className="check check-field">
      <input {...own} {...input} type={type} /> <label htmlFor={frame.id}>{frame.label}</label>
      <FieldHint {...frame} />
      <FieldError id={frame.errorId} error={frame.error} />
    </div>
  )
}
