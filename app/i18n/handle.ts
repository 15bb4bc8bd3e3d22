/** What a route tells the frame: which texts its page needs, and what its page is called. */
import type { TFunction } from 'i18next'

export type RouteHandle<Data = unknown> = {
  /** Namespaces beyond `common`, which every page has. They are there before the page renders. */
  i18n?: string[]
  /**
   * Addresses that the page's scripts fetch as soon as they run: the first page asks for them in its head. Taken by
   * `fetchAhead`.
   */
  ahead?: (data: Data) => string[]
  /** True where the page has forms with `data-sealed`: scripts load the key that encrypts them. */
  sealed?: boolean
  /** A key of the page's title, or the title made from the loader's data (undefined when the loader failed). */
  title?: string | ((data: Data | undefined, t: TFunction) => string)
  /** A key of what search engines show under the title; without one the portal's own sentence stands there. */
  description?: string
}

/** Namespaces that every page has: the frame's own texts, and the sentences of codes for what can go wrong anywhere. */
export const frameNamespaces = ['common', 'errors'] as const
