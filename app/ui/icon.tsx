/** Line icons from one sprite, drawn in the text colour. They are decoration beside a text. */
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
  | 'move'
  | 'next'
  | 'phone'
  | 'plus'
  | 'receipt'
  | 'redo'
  | 'satellite'
  | 'search'
  | 'shield'
  | 'skip'
  | 'star'
  | 'swap'
  | 'trash'
  | 'undo'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'warning'

/** Icons that point forward or back in reading order; a right-to-left page mirrors them. */
const directed: ReadonlySet<IconName> = new Set(['back', 'next', 'chevron', 'undo', 'redo', 'exit', 'list'])

export type IconProps = { name: IconName; className?: string }

/**
 * Icons without text in a phone's header. Their drawing is in the page, so that their links are not empty if the sprite
 * fails to load.
 */
const drawn = {
  globe: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M3 12h18M12 3c5.5 5 5.5 13 0 18M12 3c-5.5 5-5.5 13 0 18',
  mail: 'M3 5.5h18V19H3zM4 7.5l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5a7.5 7.5 0 0 1 15 0',
} as const satisfies Partial<Record<IconName, string>>
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 } as const

export const HeaderIcon = ({ name }: { name: keyof typeof drawn }) => (
  <svg className="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={drawn[name]} {...line} />
  </svg>
)

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
