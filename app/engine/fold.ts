/** The engine's folding of texts for comparing names: without case, accents and variants of a letter. Pure code. */
export { foldText } from '../../engine/host/fold'
