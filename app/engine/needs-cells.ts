/** Which operations and states need the engine's cells; a plain list never loads them. Pure code. */
export { isCellState, needsCells } from '../../engine/host/needs-cells'
