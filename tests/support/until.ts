/** Waits for a condition on a test's own server, without polling: the code that changes its state notifies. */
export type Watch = {
  /** Call it after a change: waiting conditions are checked again. */
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
