/** Which channels moved between two orders of a list. Pure code. */
export { movedBetween } from '../../engine/host/lists/moved'
