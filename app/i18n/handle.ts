/** What a route tells the frame: which texts its page needs, and the page's title. */
import type { TFunction } from 'i18next'
import type { Language } from './languages'

export type RouteHandle<Data = unknown> = {
  /** Namespaces beyond `common`, which every page has. They are loaded before the page renders. */
  i18n?: string[]
  /**
   * Addresses that the page's scripts fetch as soon as they run. The first page preloads them in its head; `fetchAhead`
   * takes the answers.
   */
  ahead?: (data: Data) => string[]
  /** True if the page has forms with `data-sealed`: scripts then load the encryption key. */
  sealed?: boolean
  /** The key of the page's title, or a function of the loader's data (undefined if the loader failed). */
  title?: string | ((data: Data | undefined, t: TFunction, language: Language) => string)
  /**
   * For browsers without scripts: the address from which a waiting page reloads itself from time to time; null while
   * there is nothing to wait for. It carries `reloadParameter`, because no person asked for that load.
   */
  reload?: (data: Data) => { to: string; afterSeconds: number } | null
  /** The key of the description that search engines show; without one, the portal's own sentence is used. */
  description?: string
}

/** A parameter of addresses that a page loads by itself: such a load is not an action of the person. */
export const reloadParameter = 'reloaded'

/** Namespaces of every page: the frame's own texts, and the sentences for codes that can occur anywhere. */
export const frameNamespaces = ['common', 'errors'] as const
