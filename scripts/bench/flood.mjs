/**
 * Repeats requests from its own process over a number of connections, ignoring the answers. Argument: a file with JSON
 * {port, connections, durationMs, requests: [{method, path, headers, bodyFile?}]}; prints JSON {statuses, bytes}. `{n}`
 * in a path is a different number each time.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const { port, connections, durationMs, requests } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bodies = requests.map(({ bodyFile }) => (bodyFile === undefined ? undefined : readFileSync(bodyFile)))
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const statuses = {}
let bytes = 0
let sent = 0
const endsAt = performance.now() + durationMs

const send = (index) =>
  new Promise((resolve) => {
    const { method, path, headers } = requests[index]
    const body = bodies[index]
    const length = body === undefined ? {} : { 'content-length': body.length }
    const count = (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    const options = { host: '127.0.0.1', port, agent, method, path: path.replace('{n}', String(sent++)) }
    const asked = request({ ...options, headers: { ...headers, ...length } }, (answer) => {
      count(answer.statusCode)
      answer.on('data', (chunk) => (bytes += chunk.length))
      answer.on('close', resolve)
    })
    asked.on('error', () => {
      count('cut')
      setTimeout(resolve, 20)
    })
    asked.end(body)
  })

await Promise.all(
  Array.from({ length: connections }, async (_, first) => {
    for (let at = first; performance.now() < endsAt; at += connections) await send(at % requests.length)
  }),
)
console.log(JSON.stringify({ statuses, bytes }))
process.exit(0)
