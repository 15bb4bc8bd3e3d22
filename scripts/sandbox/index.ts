/**
 * The sandbox provider as a process: `npm start` and `npm run dev` start it if no payment provider is configured. It
 * prints one line when it listens, and ends with the process that started it.
 */
import { startSandbox } from './server'

const { SANDBOX_PORT = '0', SANDBOX_SECRET = '', SANDBOX_FILE = '', SANDBOX_WEBHOOK = '' } = process.env
if (!/^\w{16,64}$/.test(SANDBOX_SECRET)) {
  console.error('SANDBOX_SECRET: must have 16 to 64 letters and digits')
  process.exit(78)
}
const sandbox = await startSandbox({
  secret: SANDBOX_SECRET,
  port: Number(SANDBOX_PORT),
  file: SANDBOX_FILE === '' ? null : SANDBOX_FILE,
  webhooks: SANDBOX_WEBHOOK === '' ? [] : [SANDBOX_WEBHOOK],
})
const end = (): void => {
  void sandbox.stop().then(() => process.exit(0))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
// This pipe closes when the process that started it ends, in whatever way.
process.stdin.on('end', end).on('error', end).resume()
console.log(`sandbox ${sandbox.url}`)
