/** The i18next settings that server and browser share. */
import type { InitOptions } from 'i18next'

export const i18nextOptions = {
  defaultNS: 'common',
  // The server fills each language's gaps from English, so that a browser never fetches two languages.
  fallbackLng: false,
  // React already escapes what it renders.
  interpolation: { escapeValue: false },
  returnNull: false,
  react: { useSuspense: true },
} as const satisfies InitOptions
