/**
 * Where a browser finds the engine's file: known on both sides, so that a page can ask for it before its scripts run.
 * The address carries the file's hash.
 */
import wasmAddress from '../../engine/build/engine.wasm'

export const engineAddress: string = wasmAddress
