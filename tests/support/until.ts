/** Waits for what a test's own server has seen, without polling: whoever changes it notifies. */
export type Watch = {
  /** Something has changed: waiting conditions are checked again. */
  tell(): void
  /** Resolves as soon as the condition holds. */
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
