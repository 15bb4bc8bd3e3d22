/** Checks the contents of the files that browsers load, by the build's own metafile. */
import fs from 'node:fs'
import path from 'node:path'
import type { WrongArrow } from './rooms'

type Metafile = {
  inputs: Record<string, { imports: { path: string }[] }>
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>
}

/** Text that no browser file may contain. */
const serverMarks = [
  /\bfrom\s*["']node:/,
  /\brequire\(["']node:/,
  /better-sqlite3/,
  /PrismaClient/,
  /rate-limiter-flexible/,
  /argon2/,
  /busboy/,
]

/** Checks the built browser bundle below `root`: its inputs, and the text of its files. */
export const checkBundle = (root: string): WrongArrow[] => {
  const wrong: WrongArrow[] = []
  const meta = JSON.parse(fs.readFileSync(path.join(root, 'build/metafile.js.json'), 'utf8')) as Metafile
  for (const [file, { imports }] of Object.entries(meta.inputs)) {
    const isPage =
      /(?:^|[:/])app\/(?:routes\/|root\.tsx)/.test(file) ||
      /^(?:browser-route-module:)?routes\/|^(?:browser-route-module:)?root\.tsx/.test(file)
    // A page imports server files for its loader; a check of the source covers what its browser half reaches.
    for (const one of imports)
      if (one.path.startsWith('empty-module:') && !isPage)
        wrong.push({
          file,
          line: 1,
          imports: one.path.slice('empty-module:'.length),
          why: 'server code was replaced by an empty module',
        })
  }
  for (const [file, { inputs }] of Object.entries(meta.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      if (
        bytesInOutput > 0 &&
        !input.startsWith('empty-module:') &&
        /^app\/.*\.server\.tsx?$|^app\/(?:server|platform|generated)\//.test(input)
      )
        wrong.push({ file, line: 1, imports: input, why: 'server code in the browser bundle' })
    }
  }
  const folder = path.join(root, 'public/build')
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const text = fs.readFileSync(path.join(folder, name), 'utf8')
    for (const mark of serverMarks)
      if (mark.test(text))
        wrong.push({ file: `public/build/${name}`, line: 1, imports: String(mark), why: 'server code in a built file' })
  }
  return wrong
}
