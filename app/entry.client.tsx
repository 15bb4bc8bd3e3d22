/**
 * Starts the page in the browser: loads its texts, then hydrates. If either fails, the page stays as the server sent
 * it, and still works.
 */
import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { watchOwnSteps } from '~/client/own-steps'
import { prefetch } from '~/client/prefetch'
import { startTexts } from '~/i18n/i18n.client'
import { NonceContext } from '~/ui/nonce'

const start = async (): Promise<void> => {
  const texts = await startTexts(prefetch)
  watchOwnSteps()
  startTransition(() => {
    hydrateRoot(
      document,
      // Browsers hide a nonce from scripts: the page's own elements read as having an empty one.
      <NonceContext.Provider value="">
        <I18nextProvider i18n={texts}>
          {/* RemixBrowser has no siblings: React counts ids by position, and the server renders nothing beside it. */}
          <StrictMode>
            <RemixBrowser />
          </StrictMode>
        </I18nextProvider>
      </NonceContext.Provider>,
    )
  })
}

// A script in the page's head has recorded whether this browser can run the rest.
if (document.documentElement.dataset.scripts !== undefined)
  void start().catch((error: unknown) => {
    console.warn('the page stays without scripts', error)
  })
