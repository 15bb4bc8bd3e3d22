/**
 * The address of the engine's file for browsers. Server and browser both know it, so that a page can preload it before
 * its scripts run. It contains the file's hash.
 */
import wasmAddress from '../../engine/build/engine.wasm'

export const engineAddress: string = wasmAddress
