/**
 * A light HTTP client for benchmarks, in its own process: a number of connections, each of which repeats its request as
 * soon as the answer is complete. Argument: JSON {port, connections, durationMs, request}; prints JSON {answers, bytes,
 * statuses, ms}.
 */
import { connect } from 'node:net'

const { port, connections, durationMs, request } = JSON.parse(process.argv[2] ?? '{}')
const bytesOfRequest = Buffer.from(request, 'latin1')
const statuses = {}
let answers = 0
let bytes = 0
const headEnd = Buffer.from('\r\n\r\n')

const startedAt = performance.now()
const endsAt = startedAt + durationMs
let open = connections

const run = () =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let pending = Buffer.alloc(0)
    /** Missing bytes of the current answer's body; -1 while its head is read. */
    let left = -1
    const next = () => {
      if (performance.now() >= endsAt) {
        socket.destroy()
        open -= 1
        resolve()
      } else socket.write(bytesOfRequest)
    }
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('close', () => (open > 0 ? resolve() : undefined))
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (left < 0) {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        const end = pending.indexOf(headEnd)
        if (end < 0) return
        const head = pending.toString('latin1', 0, end)
        const status = head.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        const length = status === '304' ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
        left = length - (pending.length - end - 4)
        pending = Buffer.alloc(0)
      } else left -= chunk.length
      if (left <= 0) {
        left = -1
        answers += 1
        next()
      }
    })
  })

await Promise.all(Array.from({ length: connections }, run))
console.log(JSON.stringify({ answers, bytes, statuses, ms: performance.now() - startedAt }))
process.exit(0)
