/** The shape of a legal text: plain data, so that pages lay it out and nothing in it is markup. */

/** A paragraph, a list, or facts: a name and what is said of it. `{name}` and `{email}` stand for the brand's own. */
export type LegalBlock = string | readonly string[] | { facts: readonly (readonly [name: string, text: string])[] }
export type LegalSection = { title: string; blocks: readonly LegalBlock[] }
/** `sample`: it ships with the program to be read and replaced; production refuses to start with it. */
export type LegalText = { sample: boolean; title: string; lead: string; sections: readonly LegalSection[] }

export const legalKinds = ['agreement', 'privacy'] as const
export type LegalKind = (typeof legalKinds)[number]
export type LegalTexts = Readonly<Record<LegalKind, LegalText>>
