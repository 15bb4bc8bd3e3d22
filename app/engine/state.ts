/** Edit states as bytes. */
export { carryState } from '../../engine/host/state'
