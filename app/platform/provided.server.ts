/**
 * Dependency injection for upward calls: a module calls a function of a module above it, which it may not import. The
 * function is set once at start. (To announce that something has happened, use event.server.ts.)
 */
export type Provided<F extends (...input: never[]) => unknown> = F & {
  /** Sets the function. Returns a function that removes it. */
  provide(given: F): () => void
}

/** Makes a placeholder that is called like the function. Before it is set, a call throws an error with `name`. */
export const provided = <F extends (...input: never[]) => unknown>(name: string): Provided<F> => {
  let given: F | null = null
  const ask = (...input: Parameters<F>): unknown => {
    if (given === null) throw new Error(`Nobody has provided ${name}`)
    return given(...input)
  }
  return Object.assign(ask as unknown as F, {
    provide: (one: F): (() => void) => {
      const before = given
      given = one
      return () => {
        given = before
      }
    },
  })
}
