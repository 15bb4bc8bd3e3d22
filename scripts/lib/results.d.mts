/** Types of results.mjs for the TypeScript files that call it. */
export type Failure = { key?: string; name: string; file: string; line: number | string | null; error: string[] }
export type RunResults = {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  files: { file: string; ms: number }[]
}
export type BrowserResults = RunResults & { passedKeys: string[] }
export declare const readVitest: (json: unknown, wanted?: (file: string) => boolean) => RunResults
export declare const readPlaywright: (json: unknown, project?: string | null) => BrowserResults
export declare const forgive: (
  results: BrowserResults,
  again: readonly BrowserResults[],
) => BrowserResults & { flaky: Failure[] }
export declare const describeFailure: (failure: Failure) => string
