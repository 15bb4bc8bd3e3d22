/**
 * The engine's folding of texts for comparing names: without case, accents and variants of a letter; and what a written
 * name means among others. Pure code.
 */
export { foldText } from '../../engine/host/fold'
export * from '../../engine/host/name-finder'
