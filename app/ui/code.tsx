/** A serial number, code, frequency or address: monospaced, isolated, left to right in every language. */
import { Fragment, type ReactNode } from 'react'

/** Longer words (hashes, addresses) may break after every eight characters, even without styles. A copy has no gaps. */
const maxLength = 32
const breakEvery = /.{1,8}/gu

const breakable = (text: string): ReactNode =>
  (text.match(breakEvery) ?? []).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))

export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <bdi className={className ? `code ${className}` : 'code'} dir="ltr">
    {typeof children === 'string' && children.length > maxLength && !children.includes(' ')
      ? breakable(children)
      : children}
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
