/** Types of migrate.mjs for the TypeScript files that call it. */
export declare const deploy: (databaseFile: string, options?: { held?: boolean; folder?: string }) => Promise<string[]>
export declare const status: (
  databaseFile: string,
) => Promise<{ missing: string[]; unknown: string[]; edited: string[]; failed: string[] }>
export declare const difference: () => Promise<string | null>
