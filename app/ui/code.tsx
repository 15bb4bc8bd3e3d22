/** A serial number, code, frequency or address: monospaced, isolated, left to right in every language. */
import type { ReactNode } from 'react'

export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <bdi className={className ? `code ${className}` : 'code'} dir="ltr">{children}</bdi>
)

/** A twelve-digit serial number in groups of four, as it is printed on the box. Copying gives the groups with spaces, and forms accept them. */
export const SerialNumber = ({ sn }: { sn: string }) => <Code>{sn.replace(/(\d{4})(?=\d)/g, '$1\u00a0')}</Code>
