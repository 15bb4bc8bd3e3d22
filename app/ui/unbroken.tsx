/**
 * A text that contains a name or number, which stays on one line if it fits: browsers break lines after a hyphen, which
 * tears "20261122-0481" apart.
 */
import type { ReactNode } from 'react'

/** Stands for the value until it is inserted; no text contains it. */
const place = '\u0000'

export const Unbroken = ({ text, value }: { text: (value: string) => string; value: string }): ReactNode => {
  const [before = '', after = ''] = text(place).split(place)
  return (
    <>
      {before}
      <bdi className="unbroken">{value}</bdi>
      {after}
    </>
  )
}
