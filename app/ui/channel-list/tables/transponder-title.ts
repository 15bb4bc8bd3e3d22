/** A transponder in the order in which people name it. */
type Place = { frequencyKHz: number | null; polarisation: string | null; symbolRate: number | null }

/** "11493.5 H 22000": MHz, polarisation, symbol rate; missing parts are left out. */
export const transponderTitle = ({ frequencyKHz, polarisation, symbolRate }: Place): string =>
  [frequencyKHz === null ? '' : frequencyKHz / 1000, polarisation ?? '', symbolRate ?? '']
    .filter((part) => part !== '')
    .join(' ')
