/** Line icons from one sprite of our own, drawn in the colour of the text; decoration only, words stand beside them. */
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
  | 'warning'

/** Icons that point on or back in reading order; they turn around in a right-to-left page. */
const directed: ReadonlySet<IconName> = new Set(['back', 'next', 'chevron', 'undo', 'redo', 'exit', 'list', 'skip'])

export type IconProps = { name: IconName; className?: string }

/** Its size stands in the markup too: a browser that reads no style would draw it as wide as the screen. */
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
