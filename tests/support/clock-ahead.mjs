/**
 * Loaded before the server's own program (`--import`): on SIGUSR2 the clock advances by half an hour and a minute (or
 * by CLOCK_AHEAD_MINUTES), as if the machine had slept. For tests of late events.
 */
const RealDate = Date
const stepMs = Number(process.env.CLOCK_AHEAD_MINUTES ?? 31) * 60_000
let aheadMs = 0

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + aheadMs] : given))
  }
  static now() {
    return RealDate.now() + aheadMs
  }
  static [Symbol.hasInstance](value) {
    return value instanceof RealDate
  }
}
process.on('SIGUSR2', () => {
  aheadMs += stepMs
  // Logged by the server itself, so that a test can wait for it.
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'the clock is ahead' })}\n`)
})
