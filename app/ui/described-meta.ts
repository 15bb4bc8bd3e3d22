/**
 * The meta of a public page whose loader gives its description in the reader's language: what search engines show of
 * it.
 */
import type { MetaFunction } from '@remix-run/react'

export const describedMeta: MetaFunction<() => { description: string }> = ({ data }) =>
  typeof data === 'object' && data !== null && 'description' in data
    ? [{ name: 'description', content: String(data.description) }]
    : []
