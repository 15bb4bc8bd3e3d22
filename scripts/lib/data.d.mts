/** Types of data.mjs for the TypeScript files that call it. */
type Environment = Readonly<Record<string, string | undefined>>
export declare const dataDir: (environment?: Environment) => string
export declare const databaseFile: (environment?: Environment) => string
export declare const uploadsDir: (environment?: Environment) => string
