/** The commands of the grid's keys. They act only while the grid has the focus. */
import { latinDigits } from '~/text/digits'
import type { GivenKeyCommand } from './key-table'

type Press = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The Latin letter of a key press. On a Cyrillic, Arabic or Persian layout the key's position counts. */
const letterOf = ({ key, code }: Press): string => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 && key.charCodeAt(0) > 127 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''
}

/**
 * The favourite group (0 to 7) of a digit from 1 to 8, in the digits of any language; null for another key. French
 * keyboards have the digits behind Shift, so the key's position counts.
 */
export const groupOf = (press: Press): number | null => {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const digit = /^[1-8]$/.exec(latinDigits(press.key))?.[0] ?? (press.shiftKey ? null : digitPlace(press.code))
  return digit === null ? null : Number(digit) - 1
}
const digitPlace = (code: string): string | null => /^Digit([1-8])$/.exec(code)?.[1] ?? null

/** The command of a key press; null if there is none. The grid handles arrows and page keys itself. */
export const commandOf = (press: Press): GivenKeyCommand | null => {
  const letter = letterOf(press)
  if (press.ctrlKey || press.metaKey) {
    if (press.altKey) return null
    if (press.key === ' ' && !press.shiftKey) return 'select'
    if (letter === 'z') return press.shiftKey ? 'redo' : 'undo'
    if (letter === 'y') return 'redo'
    if (letter === 'a' && !press.shiftKey) return 'all'
    return null
  }
  if (press.altKey) return null
  switch (press.key) {
    case ' ':
      return 'select'
    case 'Escape':
      return 'clear'
    case 'F2':
      return 'rename'
    case 'Delete':
      return 'delete'
    case 'Enter':
      return 'details'
    case '/':
      return 'search'
    case '?':
    case '؟':
      return 'keys'
  }
  switch (letter) {
    case 'm':
      return 'move'
    case 'n':
      return 'number'
    case 'x':
      return 'swap'
    case 'l':
      return 'lock'
    case 'k':
      return 'skip'
    case 'f':
      return 'favourite'
  }
  return null
}
