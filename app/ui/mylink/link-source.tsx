/**
 * Where a link leads, as text: a box opens it, a browser would not. Left to right in every language. It breaks after
 * the signs of an address, and elsewhere only where a part is longer than the line.
 */
import { Fragment } from 'react'
import { Code } from '../code'
import type { LinkView } from './view'

/** A part of an address with the signs behind it. */
const parts = /[^/.:?&=]*[/.:?&=]+|[^/.:?&=]+/g

export const LinkSource = ({ address, place }: Pick<LinkView, 'address' | 'place'>) => {
  const text = address ?? place ?? ''
  return (
    <span className="link-source" title={text}>
      <Code>
        {(text.match(parts) ?? []).map((part, at) => (
          <Fragment key={at}>
            {at === 0 ? null : <wbr />}
            {part}
          </Fragment>
        ))}
      </Code>
    </span>
  )
}
