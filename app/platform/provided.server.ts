/**
 * A question that a module asks of one above it, which it may not import: it is given the answering function once, at
 * start. (That something has happened is no question: event.server.ts.)
 */
export type Provided<F extends (...input: never[]) => unknown> = F & {
  /** Gives the function. Answers how to take it back. */
  provide(given: F): () => void
}

/** Makes a place for such a function, to be called like it. Before it is given, a call throws and says `name`. */
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
