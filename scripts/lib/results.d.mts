/** Types of results.mjs for the TypeScript files that call it. */
export type Failure = { name: string; file: string; line: number | string | null; error: string[] }
export type RunResults = {
  passed: number
  failed: number
  skipped: number
  flaky: Failure[]
  failures: Failure[]
  files: { file: string; ms: number }[]
}
export declare const readVitest: (json: unknown) => RunResults
export declare const readPlaywright: (json: unknown) => RunResults
export declare const describeFailure: (failure: Failure) => string
