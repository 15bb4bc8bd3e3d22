/**
 * Steps of the history that a page adds by itself, and goes back through without the router, which would request the
 * page again.
 */
let takeStep: (() => boolean) | null = null

/** To be called before the router starts: listeners of a window are called in the order of their registration. */
export const watchOwnSteps = (): void => {
  addEventListener('popstate', (event) => {
    if (takeStep?.() === true) event.stopImmediatePropagation()
  })
}

/** `take` is called at every step back or forward, and is true if the page itself has gone there. */
export const onOwnStep = (take: () => boolean): (() => void) => {
  takeStep = take
  return () => {
    if (takeStep === take) takeStep = null
  }
}
