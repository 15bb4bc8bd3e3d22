/** What an import does with lines whose address or place is there already. */
export const duplicateChoices = ['skip', 'update', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]
