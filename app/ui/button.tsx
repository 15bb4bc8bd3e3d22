/**
 * What a person presses. A button acts (inside a form), a button link goes somewhere; both look the same. Each begins
 * with a space, which is nothing between parts of a layout: where no styles are read, their words don't run together.
 */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

/** One primary on a page; danger only where something ends for good; quiet for what stands beside. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger' | 'quiet-danger'
type Look = { variant?: ButtonVariant; icon?: IconName; wide?: boolean; children: ReactNode }

const classOf = ({ variant = 'plain', wide }: Pick<Look, 'variant' | 'wide'>, more?: string): string =>
  ['btn', variant === 'plain' ? '' : variant, wide ? 'btn-wide' : '', more ?? ''].filter(Boolean).join(' ')

export type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>
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
