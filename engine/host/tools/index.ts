/** The tools for whole lists; pure functions over plain columns, the same on the server, in browsers and in tests. */
export * from './columns'
export * from './duplicates'
export * from './markers'
export * from './match'
export * from './names'
export { findMax } from './pattern'
export { refuseName, type NameRefusal } from '../name'
export * from './vanished'
