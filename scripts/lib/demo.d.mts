/** Types of demo.mjs for the TypeScript files that call it. */
export declare const seedDigest: () => string
