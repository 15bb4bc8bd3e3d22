/**
 * A text with a name or number in it that keeps to one line while it fits there: browsers break lines after a hyphen,
 * which tears "20261122-0481" apart.
 */
import type { ReactNode } from 'react'

/** Stands for the value until it is put in; no text has it. */
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
