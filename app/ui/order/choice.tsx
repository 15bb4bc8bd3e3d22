/**
 * One of several options, as a card that can be pressed anywhere: a radio button or a check box with a name, a sentence
 * and an amount at the end edge. An option that can't be chosen says why. Styles are in order.css.
 */
import { useId, type ReactNode } from 'react'

export type ChoiceProps = {
  type?: 'radio' | 'checkbox'
  className?: string
  name: string
  value: string
  /** The id of the input: the error summary links to a group's first one. */
  id?: string
  title: ReactNode
  hint?: ReactNode
  /** At the end edge: an amount or a tag. */
  end?: ReactNode
  defaultChecked?: boolean
  /** Replaces `defaultChecked` if the parent component holds the choice; `onPick` reports it. */
  checked?: boolean
  onPick?: () => void
  /** Why it can't be chosen; absent if it can. */
  refused?: ReactNode
  /** A remedy: a link or a button, which must be outside the label. */
  way?: ReactNode
}

export const Choice = ({
  type = 'radio',
  className,
  name,
  value,
  id,
  title,
  hint,
  end,
  defaultChecked,
  checked,
  onPick,
  refused = null,
  way = null,
}: ChoiceProps) => {
  const hintId = useId()
  const isRefused = refused !== null
  const below = isRefused ? refused : hint
  // The block around each option puts it on its own line without styles.
  return (
    <div className={way === null ? className : 'choice-box'}>
      <label className={isRefused ? 'choice choice-refused' : 'choice'}>
        <input
          type={type}
          name={name}
          value={value}
          id={id}
          {...(checked === undefined
            ? { defaultChecked: isRefused ? false : defaultChecked }
            : { checked: checked && !isRefused, onChange: onPick })}
          disabled={isRefused}
          aria-describedby={below ? hintId : undefined}
        />
        <span className="choice-title">{title}</span> {end ? <span className="choice-end">{end}</span> : null}{' '}
        {below ? (
          <span className="choice-hint" id={hintId}>
            {below}
          </span>
        ) : null}
      </label>
      {way === null ? null : <p className="choice-way">{way}</p>}
    </div>
  )
}
