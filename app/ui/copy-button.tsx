/** A value with a button that copies it. Without scripts, one click selects the whole value. */
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { Code } from './code'
import { WithScripts } from './with-scripts'

const shownMs = 3000

export type CopyValueProps = {
  /** The text that is copied. */
  value: string
  label: string
  /** Shown instead of the bare value: an amount with its currency. */
  shown?: ReactNode
}
export const CopyValue = ({ value, label, shown }: CopyValueProps) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className="copy">
      <Code className="copy-value">{shown ?? value}</Code>
      <WithScripts>
        <Button type="button" icon={copied ? 'check' : 'copy'} onClick={copy} aria-label={copied ? undefined : label}>
          <span className="copy-word">{copied ? t('action.copied') : t('action.copy')}</span>
        </Button>
      </WithScripts>
      <span className="hidden-visually" role="status">
        {copied ? t('action.copied') : ''}
      </span>
    </div>
  )
}
