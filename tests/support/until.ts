/** Waiting for what a test's own server has seen, without looking again and again: whoever changes it tells. */
export type Watch = {
  /** Something has changed: those who wait look again. */
  tell(): void
  /** Resolves as soon as this is so. */
  until(reached: () => boolean): Promise<void>
}

export const makeWatch = (): Watch => {
  const waiting = new Set<() => void>()
  return {
    tell: () => {
      for (const look of waiting) look()
    },
    until: (reached) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!reached()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
