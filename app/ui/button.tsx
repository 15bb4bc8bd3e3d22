/**
 * Buttons act (inside a form), button links navigate; both look the same. Each begins with a space, which layout
 * ignores; without styles it separates neighbouring words.
 */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

/** One primary per page; danger only for permanent deletion; quiet for secondary actions. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger' | 'quiet-danger'
type Look = { variant?: ButtonVariant; icon?: IconName; wide?: boolean; children: ReactNode }

const classOf = ({ variant = 'plain', wide }: Pick<Look, 'variant' | 'wide'>, more?: string): string =>
  ['btn', variant === 'plain' ? '' : variant, wide ? 'btn-wide' : '', more ?? ''].filter(Boolean).join(' ')

/** `data-sending-text`: the button's text while its form is being sent (client/sending.ts). */
export type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { 'data-sending-text'?: string }
export const Button = ({ variant, icon, wide, children, className, type = 'submit', ...rest }: ButtonProps) => (
  <>
    {' '}
    <button {...rest} type={type} className={classOf({ variant, wide }, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  </>
)

export type ButtonLinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }
export const ButtonLink = ({ variant, icon, wide, children, className, ...rest }: ButtonLinkProps) => (
  <>
    {' '}
    <a {...rest} className={classOf({ variant, wide }, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </a>
  </>
)
