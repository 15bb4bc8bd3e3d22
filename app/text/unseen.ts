/**
 * Invisible characters that come along when text is copied: soft hyphens, direction marks, zero-width spaces, invisible
 * operators, the byte order mark. Joiners are not among them: Persian words and emoji need them.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Returns what a person sees of a typed serial number, code, address, name or amount. */
export const dropUnseen = (text: string): string => text.replaceAll(unseen, '')
