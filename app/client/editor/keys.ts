/** The grid's keys in one table, which the keys dialog shows too. They act only while the grid has the focus. */
export const keyCommands = [
  { command: 'select', keys: ['Space'] },
  { command: 'range', keys: ['Shift', '↑ ↓'] },
  { command: 'walk', keys: ['Ctrl', '↑ ↓'] },
  { command: 'all', keys: ['Ctrl', 'A'] },
  { command: 'clear', keys: ['Esc'] },
  { command: 'step', keys: ['Alt', '↑ ↓'] },
  { command: 'move', keys: ['M'] },
  { command: 'rename', keys: ['F2'] },
  { command: 'lock', keys: ['L'] },
  { command: 'skip', keys: ['K'] },
  { command: 'favourite', keys: ['F'] },
  { command: 'delete', keys: ['Del'] },
  { command: 'undo', keys: ['Ctrl', 'Z'] },
  { command: 'redo', keys: ['Ctrl', 'Y'] },
  { command: 'details', keys: ['Enter'] },
  { command: 'search', keys: ['/'] },
  { command: 'ends', keys: ['Home', 'End'] },
  { command: 'keys', keys: ['?'] },
] as const
type KeyCommand = (typeof keyCommands)[number]['command']
/** Commands of one press. The others are about arrows and page keys, which the grid itself reads. */
export type GivenKeyCommand = Exclude<KeyCommand, 'range' | 'walk' | 'step' | 'ends'>

type Press = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The Latin letter of a key press, even on a Cyrillic, Arabic or Persian layout, where the key's position counts. */
const letterOf = ({ key, code }: Press): string => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 && key.charCodeAt(0) > 127 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''
}

/** The command of a key press, null when there is none. The grid handles arrows and page keys itself. */
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
    case 'l':
      return 'lock'
    case 'k':
      return 'skip'
    case 'f':
      return 'favourite'
  }
  return null
}
