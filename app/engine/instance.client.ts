/**
 * Engines for the browser, from the module that engine.client.ts fetched: apart from it, since only the editor's own
 * chunk needs the host.
 */
export { instantiateEngine as makeEngine } from '../../engine/host'
