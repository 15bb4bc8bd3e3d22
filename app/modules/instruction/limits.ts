/** The limits of manuals, each with its reason. */
export const instructionLimits = {
  /** An upload is held in memory once, like a list; a manual with pictures stays well below. */
  fileBytes: 16 * 1024 * 1024,
  /** One line on a phone. */
  titleCharacters: 120,
  /** As many as one page shows, and N1001 allows. */
  perModel: 100,
} as const
