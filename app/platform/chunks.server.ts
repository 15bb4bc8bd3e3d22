/**
 * Maps a source that is loaded on demand to the files of the browser build, so that a page can preload them. The map is
 * read once from the build output. Without it (in development) nothing is preloaded.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What one built file contains: the sources that can be requested by name, and the files that it imports. */
type Output = { entryPoints: string[]; imports: string[] }

/** The build writes the map here after it has merged files. Programs of this project run in its folder. */
const chunksFile = path.resolve('build/chunks.json')
const publicFolder = 'public/'

const readOutputs = (): Record<string, Output> => {
  try {
    return JSON.parse(readFileSync(chunksFile, 'utf8')) as Record<string, Output>
  } catch {
    return {}
  }
}

/** Returns the built file of a source with all its static imports. */
const closureOf = (outputs: Record<string, Output>, isEntry: (source: string) => boolean): Set<string> => {
  const open = Object.keys(outputs).filter((file) => outputs[file]?.entryPoints.some(isEntry))
  const found = new Set(open)
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const next of outputs[file]?.imports ?? []) {
      if (found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  }
  return found
}

const known = new Map<string, string[]>()

/**
 * Returns the addresses of the built files that `source` needs, except those that `loaded` sources load anyway. Sources
 * are paths in this project.
 */
export const chunksOf = (source: string, loaded: readonly string[]): string[] => {
  const present = known.get(source)
  if (present) return present
  const outputs = readOutputs()
  // A route's entry point is a module that the compiler derives from it; its name has a query.
  const there = closureOf(outputs, (entry) =>
    loaded.some((one) => entry === one || entry.endsWith(`:${one.replace(/^app\//, '')}?browser`)),
  )
  const chunks = [...closureOf(outputs, (entry) => entry === source)].filter(
    (file) => !there.has(file) && file.startsWith(publicFolder) && existsSync(path.resolve(file)),
  )
  const addresses = chunks.map((file) => `/${file.slice(publicFolder.length)}`)
  known.set(source, addresses)
  return addresses
}
