/** Limits of the gate itself, each with its reason. */
export const gateLimits = {
  /**
   * Requests of one connection that wait for an earlier one. Browsers send one after the other; a client that sends
   * more at once gets no answers.
   */
  pipelined: 32,
  /** The size of a usual form or call, which is awaited before the request takes a place at the app. */
  gatheredBytes: 65_536,
  gatherMs: 100,
  /** How much of an unexpected body (a GET's) is read to the end. */
  idleBodyBytes: 65_536,
  /** When an unserved client may try again: the app needs seconds to restart or to get through a rush. */
  crowdedSeconds: 5,
  restartingSeconds: 3,
} as const
