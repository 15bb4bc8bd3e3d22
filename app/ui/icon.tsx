/** Line icons from one sprite, drawn in the colour of the text. They are decoration; text stands beside them. */
import sprite from './icon.svg'

export type IconName =
  | 'arrow-down'
  | 'arrow-up'
  | 'back'
  | 'bell'
  | 'box'
  | 'check'
  | 'chevron'
  | 'close'
  | 'cloud'
  | 'copy'
  | 'dish'
  | 'down'
  | 'download'
  | 'edit'
  | 'exit'
  | 'globe'
  | 'help'
  | 'history'
  | 'home'
  | 'key'
  | 'link'
  | 'list'
  | 'lock'
  | 'mail'
  | 'menu'
  | 'minus'
  | 'move'
  | 'next'
  | 'phone'
  | 'plus'
  | 'qr'
  | 'receipt'
  | 'redo'
  | 'satellite'
  | 'search'
  | 'shield'
  | 'skip'
  | 'star'
  | 'trash'
  | 'undo'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'warning'

/** Icons that point forward or back in reading order; a right-to-left page mirrors them. */
const directed: ReadonlySet<IconName> = new Set(['back', 'next', 'chevron', 'undo', 'redo', 'exit', 'list', 'skip'])

export type IconProps = { name: IconName; className?: string }

/** The size is in the markup too: a browser without styles would draw the icon as wide as the screen. */
export const Icon = ({ name, className }: IconProps) => (
  <svg
    className={`icon${directed.has(name) ? ' icon-directed' : ''}${className ? ` ${className}` : ''}`}
    width="20"
    height="20"
    aria-hidden="true"
    focusable="false"
  >
    <use href={`${sprite}#${name}`} />
  </svg>
)
