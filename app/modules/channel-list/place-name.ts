/** "12440 H": a transponder by whole MHz and polarisation; unknown values are left out. */
export const placeName = (frequencyKHz: number | null, polarisation: string | null): string =>
  [frequencyKHz === null ? '' : Math.round(frequencyKHz / 1000), polarisation ?? ''].join(' ').trim()
