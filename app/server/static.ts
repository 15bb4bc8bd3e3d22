/**
 * Serves the files below public/, read into memory at start together with their compressed forms from the build. Built
 * files have their content's hash in their names, and browsers cache them for good.
 */
import fs from 'node:fs'
import path from 'node:path'
import { makeEtag, type FileBody } from '~/platform/http.server'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const immutable = 'public, max-age=31536000, immutable'
/** Icons and the like keep their names across releases: they are cached for a day, then revalidated. */
const daily = 'public, max-age=86400'

export type StaticFiles = ReadonlyMap<string, FileBody>

/**
 * Reads a folder; the keys are decoded paths, such as "/build/routes/a.$id.js". Names that start with a dot and source
 * maps are not served.
 */
export const loadStaticFiles = (folder: string): StaticFiles => {
  const files = new Map<string, FileBody>()
  if (!fs.existsSync(folder)) return files
  const readIfThere = (file: string): Buffer | undefined => (fs.existsSync(file) ? fs.readFileSync(file) : undefined)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name)
    const relative = path.relative(folder, full)
    const extension = path.extname(entry.name)
    if (
      !entry.isFile() ||
      relative.split(path.sep).some((part) => part.startsWith('.')) ||
      ['.br', '.gz', '.map'].includes(extension)
    )
      continue
    const address = `/${relative.split(path.sep).join('/')}`
    const bytes = fs.readFileSync(full)
    const built = address.startsWith('/build/')
    const brotli = built ? readIfThere(`${full}.br`) : undefined
    const gzip = built ? readIfThere(`${full}.gz`) : undefined
    files.set(address, {
      bytes,
      type: types[extension] ?? 'application/octet-stream',
      etag: makeEtag(bytes),
      lastModified: fs.statSync(full).mtime,
      cacheControl: built ? immutable : daily,
      ...(brotli === undefined ? {} : { brotli }),
      ...(gzip === undefined ? {} : { gzip }),
    })
  }
  return files
}

/** The address of the portal's style sheet. */
export const findStyles = (files: StaticFiles): string | null =>
  [...files.keys()].find((name) => /^\/build\/_assets\/app-[0-9A-Z]+\.css$/.test(name)) ?? null
