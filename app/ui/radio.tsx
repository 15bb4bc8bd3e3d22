/** One of several choices; those of one name are a group, of which one can be chosen. */
import type { ReactNode } from 'react'

type RadioProps = { name: string; value: string; checked: boolean; children: ReactNode }

export const Radio = ({ name, value, checked, children }: RadioProps) => (
  <div>
    <label className="choice">
      <input type="radio" name={name} value={value} defaultChecked={checked} /> <span>{children}</span>
    </label>
  </div>
)
