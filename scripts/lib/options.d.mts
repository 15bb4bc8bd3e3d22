/** Types of options.mjs for the TypeScript files that call it. */
export declare const readOptions: (
  options?: Record<string, { type: 'string' | 'boolean' }>,
  maxWords?: number,
) => Record<string, string | boolean | undefined> & { words: string[] }
