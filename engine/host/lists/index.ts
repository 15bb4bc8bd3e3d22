/** Two lists side by side: compared, merged, one ordered by the other. Pure functions on plain rows, no engine. */
export * from './bring'
export * from './compare'
export * from './lines'
export * from './merge'
export * from './order'
export * from './pair'
export * from './rows'
export * from './three-way'
