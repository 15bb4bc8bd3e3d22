/**
 * A link's target as text, because a box can open it and a browser can't. Left to right in every language. It breaks
 * after punctuation of an address, and elsewhere only if a part is longer than the line.
 */
import { Fragment } from 'react'
import type { LinkEntry } from '~/modules/link/types'
import { Code } from '../code'

/** A part of an address with the punctuation after it. */
const parts = /[^/.:?&=]*[/.:?&=]+|[^/.:?&=]+/g

export const LinkSource = ({ address, place }: Pick<LinkEntry, 'address' | 'place'>) => {
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
