/** Edit states as bytes. */
export { rebaseState } from '../../engine/host/state'
