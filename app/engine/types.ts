/**
 * The engine's vocabulary for the app; modules, pages and the browser import it from here. Pure types and constants.
 */
export * from '../../engine/host/channel-fields'
export * from '../../engine/host/types'
export type * from '../../engine/host/contract'
export * from '../../engine/host/formats/types'
