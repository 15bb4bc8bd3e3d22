/** Names in other languages apart from the edit state that they are part of, for whoever stores states. Pure code. */
export { joinNames, splitNames } from '../../engine/host/cells/state-names'
