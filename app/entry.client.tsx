/**
 * Starts the page in the browser: its texts first, then hydration. Without either the page stays as the server sent it,
 * and works.
 */
import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { fetchAhead } from '~/client/ahead'
import { startTexts } from '~/i18n/i18n.client'
import { NonceContext } from '~/ui/nonce'

const start = async (): Promise<void> => {
  const texts = await startTexts(fetchAhead)
  startTransition(() => {
    hydrateRoot(
      document,
      // Browsers hide a nonce from scripts; an empty one is what the page's own elements show.
      <NonceContext.Provider value="">
        <I18nextProvider i18n={texts}>
          {/* Nothing beside RemixBrowser: ids are counted by position, and the server has nothing there. */}
          <StrictMode>
            <RemixBrowser />
          </StrictMode>
        </I18nextProvider>
      </NonceContext.Provider>,
    )
  })
}

// The page said at its head whether this browser can run its scripts.
if (document.documentElement.dataset.scripts !== undefined)
  void start().catch((error: unknown) => {
    console.warn('the page stays without scripts', error)
  })
