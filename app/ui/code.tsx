/** A serial number, code, frequency or address: monospaced, isolated, left to right in every language. */
import type { ReactNode } from 'react'

export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <bdi className={className ? `code ${className}` : 'code'} dir="ltr">
    {children}
  </bdi>
)

/**
 * A serial number in groups of four, as printed on the box. The gaps are styling only: a copy contains just the digits.
 */
export const SerialNumber = ({ sn }: { sn: string }) => (
  <Code className="sn">
    {(sn.match(/.{1,4}/g) ?? []).map((group, index) => (
      <span key={`${index}${group}`}>{group}</span>
    ))}
  </Code>
)
