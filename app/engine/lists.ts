/** Two lists side by side, for the app: compared, merged, ordered. Pure functions; the vocabulary is in types.ts. */
export * from '../../engine/host/lists'
