/** The meta of a public page whose loader returns its description in the reader's language, for search engines. */
import type { MetaFunction } from '@remix-run/react'

export const describedMeta: MetaFunction<() => { description: string }> = ({ data }) =>
  typeof data === 'object' && data !== null && 'description' in data
    ? [{ name: 'description', content: String(data.description) }]
    : []
