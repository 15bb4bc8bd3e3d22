/** Opens APP Download over the page. A link to the page of the same gets the attribute `data-app-download` for it. */

/**
 * Where the same stands as a page: what a link leads to without scripts, and what is gone to when the dialog can't be
 * fetched.
 */
export const appDownloadPage = '/help/app'

let listener: (() => void) | null = null

/** Called by the one host in the frame; gives back how to leave. */
export const listenForAppDownload = (hear: () => void): (() => void) => {
  listener = hear
  return () => {
    if (listener === hear) listener = null
  }
}

/** Shows the dialog; goes to the page where no host is there to show it. */
export const openAppDownload = (): void => {
  if (listener === null) location.assign(appDownloadPage)
  else listener()
}
