/** "12440 H": a transponder by whole MHz and polarisation; what is not known is left out. */
export const placeName = (frequencyKHz: number | null, polarisation: string | null): string =>
  [frequencyKHz === null ? '' : Math.round(frequencyKHz / 1000), polarisation ?? ''].join(' ').trim()
