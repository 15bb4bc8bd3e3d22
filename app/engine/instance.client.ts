/**
 * Makes engines in the browser from the module that engine.client.ts fetched. This is a separate file because only the
 * editor's chunk needs the host.
 */
export { instantiateEngine as makeEngine } from '../../engine/host'
