/**
 * Merges the browser's scripts after the compiler. The compiler makes a file for every set of pages that share a
 * module: dozens of files for one page, each of which needs a request. Modules that two in five of the pages load
 * become one file, the frame. Small files that only the pages of one area share become one file for that area. The rest
 * stays split. The manifests of browser and server get the new names.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'
import { rollup } from 'rollup'

const folder = path.resolve('public/build')
const serverFile = path.resolve('build/app.js')
const metafile = JSON.parse(fs.readFileSync('build/metafile.js.json', 'utf8'))
const licencesName = 'licences.txt'
/** A smaller file costs more as a separate request than as part of another file. */
const smallBytes = 2500

const fileOf = (address) => path.resolve(`public${address}`)
const outputOf = (file) => metafile.outputs[path.relative(process.cwd(), file)]
const importsOf = (file) =>
  (outputOf(file)?.imports ?? []).filter((one) => one.kind === 'import-statement').map((one) => path.resolve(one.path))

const manifestFile = path.join(
  folder,
  fs.readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)),
)
const manifest = JSON.parse(
  fs
    .readFileSync(manifestFile, 'utf8')
    .replace(/^[^{]*/, '')
    .replace(/;\s*$/, ''),
)
const entries = [manifest.entry.module, ...Object.values(manifest.routes).map((route) => route.module)].map(fileOf)

const rootFile = fileOf(manifest.routes.root.module)
const frame = new Set()
const add = (file) => {
  for (const next of importsOf(file)) {
    if (frame.has(next) || entries.includes(next)) continue
    frame.add(next)
    add(next)
  }
}
add(fileOf(manifest.entry.module))
add(rootFile)
const shared = Object.keys(metafile.outputs)
  .filter((name) => name.startsWith('public/build/_shared/') && name.endsWith('.js'))
  .map((name) => path.resolve(name))
const routesOf = new Map(shared.map((file) => [file, new Set()]))
const note = (name, file) => {
  for (const next of importsOf(file)) {
    const routes = routesOf.get(next)
    if (routes === undefined || routes.has(name)) continue
    routes.add(name)
    note(name, next)
  }
}
for (const [id, route] of Object.entries(manifest.routes)) note(id, fileOf(route.module))
/** Pages that people visit together: an area is the first word of their routes. */
const areas = { order: 'shop', service: 'shop', wallet: 'purse', points: 'purse', shared: 'features', s: 'features' }
const areaOf = (route) => {
  const [word] = route.replace('routes/', '').split(/[._]/)
  return areas[word] ?? word
}
const groups = new Map([...frame, rootFile].map((file) => [file, 'frame']))
const groupFor = (file) => {
  const { entryPoint, bytes } = outputOf(file)
  const routes = [...routesOf.get(file)]
  if (entryPoint) return undefined
  if (routes.length * 5 >= Object.keys(manifest.routes).length * 2) return 'frame'
  if (bytes >= smallBytes) return undefined
  const found = new Set(routes.map(areaOf))
  return found.size === 1 ? [...found][0] : 'frame'
}
// Rollup puts the imports of a grouped file into the same group, so a file joins only if its imports are already
// grouped.
for (let grew = true; grew;) {
  grew = false
  for (const file of shared) {
    const group = groups.has(file) ? undefined : groupFor(file)
    if (group === undefined) continue
    if (importsOf(file).every((next) => ['frame', group].includes(groups.get(next)))) {
      groups.set(file, group)
      grew = true
    }
  }
}

/** The licences of merged files. Every page's first file would contain them, so they go into a separate file. */
const licences = new Set()
/** Merging leaves long names: minify the result as its parts were. */
const minified = async (code) => {
  const { code: short, legalComments = '' } = await transform(code, {
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'external',
  })
  const found = legalComments.match(/\/\*[^]*?\*\//g) ?? []
  for (const one of found) licences.add(one)
  return { code: found.length === 0 ? short : `/*! See ${licencesName} */\n${short}` }
}

const bundle = await rollup({
  input: Object.fromEntries(entries.map((file) => [path.relative(folder, file).replace(/-\w+\.js$/, ''), file])),
  treeshake: { moduleSideEffects: true },
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    { name: 'addresses', resolveId: (id) => (id.startsWith('/build/') ? fileOf(id) : null) },
    { name: 'minify', renderChunk: minified },
  ],
  onwarn: (warning) => {
    if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message)
  },
})
const { output } = await bundle.generate({
  format: 'es',
  compact: true,
  hoistTransitiveImports: false,
  minifyInternalExports: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '_shared/[name]-[hash].js',
  manualChunks: (file) => groups.get(file),
})

const byFile = new Map(output.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
const addressOf = (chunk) => `/build/${chunk.fileName}`
/** Every other file that a chunk loads immediately. */
const closureOf = (chunk, found = new Set()) => {
  for (const name of chunk.imports) {
    const next = output.find((one) => one.fileName === name)
    if (found.has(next)) continue
    found.add(next)
    closureOf(next, found)
  }
  return found
}
const own = (address) => {
  const file = fileOf(address)
  const chunk = output.find((one) => one.facadeModuleId === file) ?? byFile.get(file)
  const beside = [...closureOf(chunk)].map(addressOf)
  return { module: addressOf(chunk), beside }
}
const replaced = { ...manifest, entry: { ...manifest.entry }, routes: {} }
const entry = own(manifest.entry.module)
replaced.entry = { module: entry.module, imports: entry.beside }
for (const [id, route] of Object.entries(manifest.routes)) {
  const { module, beside } = own(route.module)
  const imports = beside.filter((address) => !entry.beside.includes(address))
  replaced.routes[id] = { ...route, module, ...(imports.length > 0 ? { imports } : { imports: undefined }) }
}
replaced.version = createHash('sha256')
  .update(JSON.stringify([replaced.entry, replaced.routes]))
  .digest('hex')
  .slice(0, 8)
replaced.url = `/build/manifest-${replaced.version.toUpperCase()}.js`

const server = fs.readFileSync(serverFile, 'utf8')
const line = /^var assets_manifest_default = \{.*\};$/m
if (!line.test(server)) throw new Error('no manifest found in the server bundle')
fs.writeFileSync(
  serverFile,
  server.replace(line, () => `var assets_manifest_default = ${JSON.stringify(replaced)};`),
)

const kept = new Set(output.map((chunk) => path.join(folder, chunk.fileName)))
for (const name of fs.readdirSync(folder, { recursive: true })) {
  const file = path.join(folder, name)
  if (/\.js$/.test(name) && !kept.has(file)) fs.rmSync(file)
}
for (const chunk of output) {
  const file = path.join(folder, chunk.fileName)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, chunk.code)
}
fs.writeFileSync(path.join(folder, licencesName), `${[...licences].join('\n\n')}\n`)
fs.writeFileSync(path.join(folder, path.basename(replaced.url)), `window.__remixManifest=${JSON.stringify(replaced)};`)
// Which sources a file contains that pages load by name, and what it imports: read by app/platform/chunks.server.ts.
const chunks = output.map((chunk) => [
  `public/build/${chunk.fileName}`,
  {
    entryPoints: chunk.moduleIds.flatMap((id) => outputOf(id)?.entryPoint ?? []),
    imports: chunk.imports.map((name) => `public/build/${name}`),
  },
])
fs.writeFileSync('build/chunks.json', JSON.stringify(Object.fromEntries(chunks)))
console.log(
  `${shared.length + entries.length} scripts, ${output.length} after merging, ${frame.size} of them in the frame`,
)
