/** Opens APP Download over the page. Links to the page with the same contents get the attribute `data-app-download`. */

/**
 * The page with the same contents: the target of links without scripts, and the fallback if the dialog can't be loaded.
 */
export const appDownloadPage = '/help/app'

let listener: (() => void) | null = null

/** Called by the one host in the frame; returns a function that unsubscribes. */
export const listenForAppDownload = (onOpen: () => void): (() => void) => {
  listener = onOpen
  return () => {
    if (listener === onOpen) listener = null
  }
}

/** Shows the dialog, or goes to the page if there is no host. */
export const openAppDownload = (): void => {
  if (listener === null) location.assign(appDownloadPage)
  else listener()
}
