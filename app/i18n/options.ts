/** The i18next settings that server and browser share. */
import type { InitOptions } from 'i18next'

export const i18nextOptions = {
  defaultNS: 'common',
  // Each language's texts are completed with English on the server, so that a browser never fetches two languages.
  fallbackLng: false,
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  returnNull: false,
  react: { useSuspense: true },
} as const satisfies InitOptions
