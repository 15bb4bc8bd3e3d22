/**
 * Loaded before the server's own program (`--import`): at SIGUSR2 its machine's clock goes on by half an hour and a
 * minute (or by CLOCK_AHEAD_MINUTES), as if it had slept. For tests of what comes late.
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
  // In the server's own log, so that a test can wait until it is so.
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'the clock is ahead' })}\n`)
})
