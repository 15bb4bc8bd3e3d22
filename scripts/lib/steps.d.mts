/** Types of steps.mjs for the TypeScript files that call it. */
export declare const root: string
export declare const say: (text: string) => void
export declare const seconds: (ms: number) => string
export declare const digest: (
  inputs: readonly string[],
  options?: { skip?: readonly string[]; extra?: string },
) => string
export declare const threads: readonly { file: string }[]
