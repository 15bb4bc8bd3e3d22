/**
 * Makes text that others chose (names, messages, addresses) safe for a terminal. Characters that could control the
 * terminal or reorder a line are written as escapes (\u001b). In JSON the escaped text means the same.
 */

/** Control characters except the line break, lone surrogates, and direction marks, visible or not. */
const steering = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/gu
/** Most text has none of these and needs only this check. */
const suspicious = /[^\n\x20-\x7e]/

const written = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Line breaks are kept. */
export const forTerminal = (text: string): string => (suspicious.test(text) ? text.replaceAll(steering, written) : text)

/** For a single line: a cell of a table, a name in a sentence. */
export const lineForTerminal = (text: string): string => forTerminal(text).replaceAll('\n', '\\u000a')
