/** The engine's tools for whole lists, lent to the app. Pure functions; no engine is needed to run them. */
export * from '../../engine/host/tools'
