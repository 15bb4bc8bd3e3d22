/**
 * The reference for a box's fetch: a bare node:http server that sends the same bytes, and 304 to clients that have
 * them. Arguments: the file of the body, its entity tag. Prints its port.
 */
import fs from 'node:fs'
import { createServer } from 'node:http'

const body = fs.readFileSync(process.argv[2] ?? '')
const etag = process.argv[3] ?? '"none"'
const server = createServer((req, res) => {
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, { etag })
    res.end()
  } else {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': body.length, etag })
    res.end(body)
  }
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
