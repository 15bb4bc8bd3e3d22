/** A line of sums: its name, and the amount at the line's end. A list of the class `sums` holds them. */
import type { ReactNode } from 'react'

type SumProps = { label: ReactNode; tag?: ReactNode; look?: 'total' | 'less'; children: ReactNode }
export const Sum = ({ label, tag, look, children }: SumProps) => (
  <div className={look === 'total' ? 'sum-total' : undefined}>
    <dt>
      {label}
      {tag}
    </dt>
    <dd className={look === 'less' ? 'less' : undefined}>{children}</dd>
  </div>
)
