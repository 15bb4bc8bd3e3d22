/** Types of migrations.mjs for the TypeScript files that call it. */
export declare class DatabaseRefused extends Error {}
export type MigrationStatus = { missing: string[]; unknown: string[]; edited: string[]; failed: string[] }
export declare const migrationsDir: string
export declare const readMigrations: (folder?: string) => { name: string; sql: string }[]
export declare const holdDatabase: (databaseFile: string, pid?: number) => (() => void) | null
export declare const nameHolder: (databaseFile: string) => string
export declare const applyMigrations: (databaseFile: string, options?: { held?: boolean; folder?: string }) => string[]
export declare const readStatus: (databaseFile: string, options?: { folder?: string }) => MigrationStatus
export declare const requireKnown: (databaseFile: string, found: { unknown: string[]; failed: string[] }) => void
/** What is said of migrations that were applied just now; at least one. */
export declare const appliedSentence: (names: readonly string[]) => string
/** What is said of migrations that were applied from another text. */
export declare const editedSentence: (edited: readonly string[]) => string
