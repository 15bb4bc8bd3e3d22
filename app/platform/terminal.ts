/**
 * Text that may reach a terminal: names, messages and addresses that others chose. What could steer the terminal or
 * turn the order of what stands on a line is written out, \u001b for an escape. In JSON it means the same as before.
 */

/** Controls but the line break, half letters, and marks of direction, seen or not. */
const steering = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/gu
/** Most text has none of them, and is looked at only once. */
const suspicious = /[^\n\x20-\x7e]/

const written = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Lines stay lines. */
export const forTerminal = (text: string): string => (suspicious.test(text) ? text.replaceAll(steering, written) : text)

/** One line: a cell of a table, a name in a sentence. */
export const lineForTerminal = (text: string): string => forTerminal(text).replaceAll('\n', '\\u000a')
