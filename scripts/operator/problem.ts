/** An error to report in one sentence; the exit code is 1, or 2 for a wrong command. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message)
  }
}
