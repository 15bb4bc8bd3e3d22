/**
 * Merges the browser's scripts after the compiler, which makes a file for every set of pages that share a module:
 * dozens of files for one page, each of which costs a request. What every page loads becomes one file, together with
 * tiny chunks that depend on nothing else and the small ones that many pages share. Small chunks of list pages become a
 * second file, what only a list's tools share of them a file beside it; those of services and orders a third, those of
 * the wallet and of points a fourth and, where the page of a recharge has them, a fifth, those of messages and of the
 * account a sixth and a seventh; the rest stays as it was split. The manifests of browser and server get the new names.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { rollup } from 'rollup'

const folder = path.resolve('public/build')
const serverFile = path.resolve('build/app.js')
const metafile = JSON.parse(fs.readFileSync('build/metafile.js.json', 'utf8'))
const licencesName = 'licences.txt'
/** A smaller file costs more as a request than as part of another one. */
const crumbBytes = 900

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
/** Files below this many bytes go together with others. */
const partBytes = 4000
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
const isOnlyOf = (file, pages, least = 2) => {
  const routes = [...(routesOf.get(file) ?? [])]
  return routes.length >= least && routes.every((id) => pages.test(id))
}
/** What only the pages of services, orders, the wallet and points share is no part of every page, however small it is. */
const isShops = (file) => isOnlyOf(file, /^routes\/(?:order|service|wallet|points)\b/)
/** Of that, what no order needs: the pages that are paid on carry none of it. */
const isPurses = (file) => isOnlyOf(file, /^routes\/(?:wallet|points)\b/)
/** The same for what only the pages of lists have, those of messages, or those of the account. */
const editorPage = 'routes/features.lists.$id._index'
const areas = { lists: /^routes\/(?:features|shared)\b/, news: /^routes\/news\b/, personal: /^routes\/personal\b/ }
/** What only a list's tools share: neither the overview nor a list's own page, the heaviest two, carries it. */
const isTools = (file) => isOnlyOf(file, /^routes\/(?:shared\.|features\.(?!_index$|lists\.\$id\._index$))/, 1)
/** Of many pages, hardly any of which is not a list's: no crumb of every page. */
const isMostlyLists = (file) => {
  const routes = [...(routesOf.get(file) ?? [])]
  return routes.length >= 10 && routes.filter((id) => areas.lists.test(id)).length * 10 >= routes.length * 9
}
/** Of a few pages, and not tiny: they fetch it themselves. */
const isOfFew = (file) => {
  const pages = routesOf.get(file)?.size ?? 0
  return pages > 1 && pages <= 8 && outputOf(file).bytes >= crumbBytes * 0.7
}
const otherPages = Object.keys(manifest.routes).filter((id) => !areas.lists.test(id)).length
const areaOf = (file) => (isTools(file) ? 'tools' : Object.keys(areas).find((name) => isOnlyOf(file, areas[name], 1)))

/** What the editor's own scripts load at once. */
const editorFiles = new Set()
const addEditor = (file) => {
  for (const next of importsOf(file)) {
    if (editorFiles.has(next)) continue
    editorFiles.add(next)
    addEditor(next)
  }
}
for (const file of shared) if (outputOf(file).entryPoint === 'app/client/editor/open.ts') addEditor(file)
/** The small files that it shares with the two pages which send what an editor has left: one request. */
const isOfEditor = (file) =>
  editorFiles.has(file) &&
  outputOf(file).bytes < 2 * partBytes &&
  isOnlyOf(file, areas.lists, 1) &&
  routesOf.get(file).size <= 2 &&
  !routesOf.get(file).has(editorPage)

for (let grew = true; grew;) {
  grew = false
  for (const file of shared) {
    if (
      frame.has(file) ||
      outputOf(file).entryPoint ||
      isShops(file) ||
      areaOf(file) !== undefined ||
      isMostlyLists(file) ||
      isOfFew(file) ||
      outputOf(file).bytes >= crumbBytes ||
      !importsOf(file).every((next) => frame.has(next))
    )
      continue
    frame.add(file)
    grew = true
  }
}

/** It has the parts of a payment as well: what it has of the wallet's is a file of its own. */
const heaviestOfPurse = 'routes/wallet.recharge.$number._index'
/** What pages of services and orders share goes into one file below this many bytes. */
const shopBytes = 1000
/**
 * Files of several pages that are too small for a request: what two in five of the pages beside those of lists have
 * joins the frame, because hardly any page has none of it; one file holds what the list pages have, one what the pages of
 * services and orders have, and one what only those of the wallet and of points have.
 */
const groupOf = (file) => {
  // The root's own file too: no page is without it.
  if (frame.has(file) || file === rootFile) return 'frame'
  if (isShops(file) && outputOf(file).bytes < shopBytes)
    return !isPurses(file) ? 'shop' : routesOf.get(file).has(heaviestOfPurse) ? 'recharge' : 'purse'
  const area = areaOf(file)
  // Of the tools' pages each has a few of many: what a few share isn't put on all of them.
  const isRare = area === 'tools' && routesOf.get(file).size < 8
  if (outputOf(file).bytes < crumbBytes && !outputOf(file).entryPoint && area && !isRare) return area
  if (isOfEditor(file)) return 'editor'
  const routes = [...(routesOf.get(file) ?? [])]
  if (routes.length < 5 || outputOf(file).entryPoint || outputOf(file).bytes >= partBytes) return undefined
  // The pages of lists are a third of all and don't decide: what hardly any other page has is no part of the others.
  if (routes.filter((id) => !areas.lists.test(id)).length * 5 >= otherPages * 2) return 'frame'
  // Only what the overview of lists also has: it is the heaviest of the plain pages.
  return routes.includes('routes/features._index') &&
    routes.filter((id) => id.startsWith('routes/features.')).length * 4 > routes.length * 3
    ? 'lists'
    : undefined
}

/**
 * At run time the router checks flags that are known at build time: Remix's, and those that Remix gives to the router in
 * browsers (@remix-run/react/dist/esm/browser.js). Writing them in removes code that only another value reaches (a
 * stream format of its own, older ways of the router), 3 KB compressed on every page.
 */
const { future } = (await import(pathToFileURL(path.resolve('remix.config.js')).href)).default
const flags = {
  v3_singleFetch: future.v3_singleFetch,
  v7_normalizeFormMethod: true,
  v7_fetcherPersist: future.v3_fetcherPersist,
  v7_partialHydration: true,
  v7_prependBasename: true,
  v7_relativeSplatPath: future.v3_relativeSplatPath,
  v7_skipActionErrorRevalidation: future.v3_singleFetch,
  v7_startTransition: true,
}
const withFlags = (code) =>
  Object.entries(flags).reduce(
    (text, [flag, value]) =>
      text.replaceAll(
        new RegExp(`(?<![\\w$.?)\\]])[\\w$]+(?:\\.[\\w$]+)*\\.${flag}(?![\\w$])(?!\\s*=[^=])`, 'g'),
        String(value),
      ),
    code,
  )

/** The licences of what is merged: every page's first file would carry them, so they stand in a file of their own. */
const licences = new Set()
/** Merging leaves names of its own: what was merged is made as short again as its parts were. */
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

/**
 * Every module that uses React makes a copy of it with a getter for each name, a hundred copies at each start: the first
 * one serves all.
 */
const copying =
  /([\w$]+)=(\(([\w$]+),([\w$]+),([\w$]+)\)=>)(\(\5=\3!=null\?[^;]*?,"default",\{value:\3,enumerable:!0\}\):\5,\3\)\))/
let hasCopying = false
const withOneCopy = (code) =>
  code.replace(copying, (_, name, head, one, isNode, __, copy) => {
    hasCopying = true
    const known = `(${isNode}?copiesOfNode:copies)`
    return `${name}=((copiesOfNode,copies)=>${head}(${known}.has(${one})||${known}.set(${one},${copy}),${known}.get(${one})))(new Map,new Map)`
  })

const bundle = await rollup({
  input: Object.fromEntries(entries.map((file) => [path.relative(folder, file).replace(/-\w+\.js$/, ''), file])),
  treeshake: { moduleSideEffects: true },
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    { name: 'addresses', resolveId: (id) => (id.startsWith('/build/') ? fileOf(id) : null) },
    { name: 'flags', transform: (code) => withOneCopy(withFlags(code)) },
    { name: 'minify', renderChunk: minified },
  ],
  onwarn: (warning) => {
    if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message)
  },
})
if (!hasCopying) throw new Error('the compiler copies modules in another way: look at withOneCopy')
const { output } = await bundle.generate({
  format: 'es',
  compact: true,
  hoistTransitiveImports: false,
  minifyInternalExports: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '_shared/[name]-[hash].js',
  manualChunks: groupOf,
})

const byFile = new Map(output.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
const addressOf = (chunk) => `/build/${chunk.fileName}`
/** Every file that a chunk loads at once, without itself. */
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
if (!line.test(server)) throw new Error('the server bundle has no manifest where it is looked for')
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
/** The source of a chunk; where others import the same file too, it has no facade of its own. */
const sourceOf = (chunk) =>
  (chunk.facadeModuleId ? [chunk.facadeModuleId] : chunk.moduleIds)
    .map((id) => outputOf(id)?.entryPoint)
    .find((source) => source !== undefined)
const known = new Set(output.map(sourceOf))
const lost = shared
  .map((file) => outputOf(file).entryPoint)
  .filter((source) => source !== undefined && !known.has(source))
if (lost.length > 0)
  throw new Error(`the built file of ${lost.join(', ')} is not known any more: pages could not ask for it ahead`)
fs.writeFileSync(
  'build/chunks.json',
  JSON.stringify(
    Object.fromEntries(
      output.map((chunk) => [
        `public/build/${chunk.fileName}`,
        {
          entryPoint: sourceOf(chunk),
          imports: chunk.imports.map((name) => ({ path: `public/build/${name}`, kind: 'import-statement' })),
        },
      ]),
    ),
  ),
)
console.log(
  `${shared.length + entries.length} scripts, ${output.length} after merging, ${frame.size} of them in the frame`,
)
