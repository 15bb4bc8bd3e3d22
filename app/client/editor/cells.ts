/** Loads the engine's cells once, when a list or an edit first needs them. */
import type { Engine } from '~/engine/types'

export type CellsLoader = {
  /** Rejects if the chunk can't be fetched now; the next call tries again. */
  load(): Promise<void>
}

export const createCellsLoader = (engine: Engine): CellsLoader => {
  let loading: Promise<void> | null = null
  return {
    load: () =>
      (loading ??= import('~/engine/cells.client').then(
        ({ cells }) => engine.use(cells),
        (error: unknown) => {
          loading = null
          throw error
        },
      )),
  }
}
