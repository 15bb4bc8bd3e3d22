/** A serial number, code, frequency or address: monospaced, isolated, left to right in every language. */
import type { ReactNode } from 'react'

export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <bdi className={className ? `code ${className}` : 'code'} dir="ltr">
    {children}
  </bdi>
)

/**
 * A serial number in groups of four, as it is printed on the box. The gaps are drawn, not written: a copy has the
 * digits alone.
 */
export const SerialNumber = ({ sn }: { sn: string }) => (
  <Code className="sn">
    {(sn.match(/.{1,4}/g) ?? []).map((group, index) => (
      <span key={`${index}${group}`}>{group}</span>
    ))}
  </Code>
)
