/** The shape of a legal text. It is plain data: pages lay it out, and nothing in it is treated as markup. */

/** A paragraph, a list, or facts with their names. `{name}` and `{email}` are replaced by the brand's own. */
export type LegalBlock = string | readonly string[] | { facts: readonly { name: string; text: string }[] }
export type LegalSection = { title: string; blocks: readonly LegalBlock[] }
/** `sample`: the text is an example that the provider has to replace; production refuses to start with it. */
export type LegalText = { sample: boolean; title: string; lead: string; sections: readonly LegalSection[] }

export const legalKinds = ['agreement', 'privacy'] as const
export type LegalKind = (typeof legalKinds)[number]
export type LegalTexts = Readonly<Record<LegalKind, LegalText>>
