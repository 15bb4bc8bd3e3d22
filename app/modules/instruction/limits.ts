/** The limits of manuals, each with its reason. */
export const instructionLimits = {
  /** An upload is held in memory once, like a list; a manual with pictures stays well below. */
  fileBytes: 16 * 1024 * 1024,
  /** One line on a phone. */
  titleCharacters: 120,
  /**
   * Of the file that is saved: the model and the title; longer ones are cut. File systems take 255 bytes, most letters
   * of our languages have two.
   */
  nameCharacters: 120,
  /** As many as one page shows, and N1001 allows. */
  perModel: 100,
} as const
