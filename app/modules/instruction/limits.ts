/** The limits of manuals, with reasons. */
export const instructionLimits = {
  /** An upload is held in memory once, like a list; a manual with pictures stays well below this. */
  fileBytes: 16 * 1024 * 1024,
  /** One line on a phone. */
  titleCharacters: 120,
  /**
   * The length of the download's name, built from model and title; longer names are cut. File systems allow 255 bytes,
   * and most letters of our languages have two.
   */
  nameCharacters: 120,
  /** As many as one page shows, and as N1001 allows. */
  perModel: 100,
} as const
