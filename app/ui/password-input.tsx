/**
 * A password input with a button that reveals it. Without scripts it is the plain input, because the button would do
 * nothing.
 */
import { forwardRef, useEffect, useState, type InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { useScripts } from './with-scripts'

export const PasswordInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>((props, ref) => {
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
