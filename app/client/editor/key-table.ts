/** The grid's keys in one table, which the dialog of keys shows. */
export const keyCommands = [
  { command: 'select', keys: ['Space'] },
  { command: 'range', keys: ['Shift', '↑ ↓'] },
  { command: 'walk', keys: ['Ctrl', '↑ ↓'] },
  { command: 'all', keys: ['Ctrl', 'A'] },
  { command: 'clear', keys: ['Esc'] },
  { command: 'step', keys: ['Alt', '↑ ↓'] },
  { command: 'move', keys: ['M'] },
  { command: 'number', keys: ['N'] },
  { command: 'swap', keys: ['X'] },
  { command: 'rename', keys: ['F2'] },
  { command: 'lock', keys: ['L'] },
  { command: 'skip', keys: ['K'] },
  { command: 'favourite', keys: ['F'] },
  { command: 'group', keys: ['1 – 8'] },
  { command: 'delete', keys: ['Del'] },
  { command: 'undo', keys: ['Ctrl', 'Z'] },
  { command: 'redo', keys: ['Ctrl', 'Y'] },
  { command: 'details', keys: ['Enter'] },
  { command: 'search', keys: ['/'] },
  { command: 'ends', keys: ['Home', 'End'] },
  { command: 'keys', keys: ['?'] },
] as const
type KeyCommand = (typeof keyCommands)[number]['command']
/** Commands of one press. The others use arrows and page keys, which the grid itself reads. */
export type GivenKeyCommand = Exclude<KeyCommand, 'range' | 'walk' | 'step' | 'ends' | 'group'>
