/**
 * The reference for an upload: a bare node:http server that pipes each body into a file, syncs it, and answers its
 * length; GET sends the last one back. Argument: a folder. Prints its port.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const file = path.join(process.argv[2] ?? '.', 'piped')
const server = createServer((req, res) => {
  const work = async () => {
    if (req.method === 'GET') {
      res.setHeader('content-length', (await stat(file)).size)
      await pipeline(createReadStream(file), res)
      return
    }
    await pipeline(req, createWriteStream(file))
    const handle = await open(file, 'r+')
    await handle.sync()
    await handle.close()
    res.end(String((await stat(file)).size))
  }
  work().catch((error) => res.destroy(error))
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
