/** The engine's cells in the browser: a chunk of their own, which only a list that needs them loads. */
export { cells } from '../../engine/host/cells'
