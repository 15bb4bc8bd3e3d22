/**
 * Maps a source that is loaded on demand to the files of the browser build, so that a page can preload them. The map is
 * read once from the build's output. Where it is missing (in development), nothing is preloaded.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The sources that a built file holds and that can be asked for by name, and the files that it imports. */
type Output = { entryPoints: string[]; imports: string[] }

/** Where the build writes the map, after files were merged. Programs of this project run in its folder. */
const chunksFile = path.resolve('build/chunks.json')
const publicFolder = 'public/'

const readOutputs = (): Record<string, Output> => {
  try {
    return JSON.parse(readFileSync(chunksFile, 'utf8')) as Record<string, Output>
  } catch {
    return {}
  }
}

/** A source's own built file and all its static imports. */
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
 * Returns the addresses of the built files that `source` needs in addition to those of the sources that are loaded
 * anyway. Sources are paths in this project.
 */
export const chunksOf = (source: string, loaded: readonly string[]): string[] => {
  const present = known.get(source)
  if (present) return present
  const outputs = readOutputs()
  // A route's entry is a module that the compiler derives from it, named with a query.
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
