/** Types of options.mjs for the TypeScript files that call it. */
type Read = Record<string, string | boolean | undefined> & { words: string[] }
export declare const readOptions: (options?: Record<string, { type: 'string' | 'boolean' }>, maxWords?: number) => Read
export declare const readListed: (usage: string, maxWords?: number) => Read
