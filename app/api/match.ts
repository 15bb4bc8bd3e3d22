/** Finds the endpoint for a method and path. Literal segments take precedence over parameters. */
import type { Endpoint, Method } from './endpoint'

export type Matched =
  | { found: 'line'; endpoint: Endpoint; parameters: Record<string, string> }
  | { found: 'path'; allowed: Method[] }
  | { found: 'nothing' }

type Line = { endpoint: Endpoint; segments: string[]; parameters: number }
const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Prepares a table for matching. Two entries with the same method and path are a bug. */
export const makeMatcher = (table: readonly Endpoint[]): ((method: string, path: string) => Matched) => {
  const byLength = new Map<number, Line[]>()
  const known = new Set<string>()
  for (const line of table) {
    const name = `${line.method} ${line.path.replaceAll(/\{\w+\}/g, '{}')}`
    if (known.has(name)) throw new Error(`The endpoint table has ${name} twice`)
    known.add(name)
    const segments = line.path.split('/').slice(1)
    const lines = byLength.get(segments.length) ?? []
    lines.push({ endpoint: line, segments, parameters: segments.filter(isParameter).length })
    byLength.set(segments.length, lines)
  }
  for (const lines of byLength.values()) lines.sort((a, b) => a.parameters - b.parameters)

  return (method, path) => {
    let segments: string[]
    try {
      segments = path.split('/').slice(1).map(decodeURIComponent)
    } catch {
      return { found: 'nothing' }
    }
    const wanted = method === 'HEAD' ? 'GET' : method
    const allowed: Method[] = []
    for (const line of byLength.get(segments.length) ?? []) {
      const parameters: Record<string, string> = {}
      const fits = line.segments.every((segment, index) => {
        const value = segments[index] ?? ''
        if (!isParameter(segment)) return segment === value
        parameters[segment.slice(1, -1)] = value
        return value !== ''
      })
      if (!fits) continue
      if (line.endpoint.method === wanted) return { found: 'line', endpoint: line.endpoint, parameters }
      allowed.push(line.endpoint.method)
    }
    return allowed.length === 0 ? { found: 'nothing' } : { found: 'path', allowed }
  }
}
