/**
 * A text area that shows its length. Without scripts the length is shown when the text is returned as too short or too
 * long; with scripts, during typing. Screen readers read it at the field, and once after a pause over the limit.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { TextAreaField, type TextAreaFieldProps } from './field'

export type CountedTextAreaProps = Omit<TextAreaFieldProps, 'onInput' | 'ref'> & {
  least: number
  most: number
  /** Computes the length as the server will. */
  measure: (text: string) => number
}

/** A pause in typing of this length counts. */
const pauseMs = 1000

export const CountedTextArea = ({ least, most, measure, hint, defaultValue, ...rest }: CountedTextAreaProps) => {
  const { t } = useTranslation('parts')
  const format = useFormat()
  const begun = typeof defaultValue === 'string' ? defaultValue : ''
  const [written, setWritten] = useState(() => measure(begun))
  const [isLive, setIsLive] = useState(false)
  const [told, setTold] = useState('')
  const own = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>()
  const lengthOf = (count: number): string => {
    const all = t('count.of', { count: most, written: format.number(count), most: format.number(most) })
    if (count > most) return `${all} ${t('count.long', { count: count - most, number: format.number(count - most) })}`
    return count > 0 && count < least
      ? `${all} ${t('count.short', { count: least - count, number: format.number(least - count) })}`
      : all
  }
  useEffect(() => {
    setIsLive(true)
    // A browser or a draft may have filled the field before scripts ran.
    const field = own.current?.closest('.field')?.querySelector('textarea')
    if (field) setWritten(measure(field.value))
    return () => window.clearTimeout(timer.current)
  }, [measure])
  const count = ({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>): void => {
    const length = measure(value)
    setWritten(length)
    setTold('')
    window.clearTimeout(timer.current)
    if (length > most) timer.current = window.setTimeout(() => setTold(lengthOf(length)), pauseMs)
  }
  const isWrong = written > most || (written > 0 && written < least)
  return (
    <>
      <TextAreaField
        {...rest}
        defaultValue={defaultValue}
        onInput={count}
        hint={
          <>
            {hint}{' '}
            <span ref={own}>{isWrong ? <strong>{lengthOf(written)}</strong> : isLive ? lengthOf(written) : null}</span>
          </>
        }
      />
      <span role="status" className="hidden-visually">
        {told}
      </span>
    </>
  )
}
