/** File names in comments and documents must exist: no moved or removed file may still be named. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../support/paths'

/** Names of source files, with or without folders. A name that begins with a dot is only an extension. */
const fileName = /(?<![\w/.:~-])(?:~\/)?((?:[\w$.[\]-]+\/)*[\w$[\]][\w$.[\]-]*\.(?:ts|tsx|mjs|css|prisma))\b/g
/** Folders of this project; what follows the last slash is a file or folder without its extension. */
const folderName = /(?<![\w/])((?:app|engine|scripts|tests|prisma|docs)\/[\w$./-]*\w)/g

/** Files that git ignores; a copy of the project has no git to ask. */
const ignored = new Set([
  ...readFileSync(path.join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/^\/|\/$/g, '')),
  '.git',
])
const walk = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, name: path.posix.join(folder, entry.name) }))
    .filter(({ entry, name }) => !ignored.has(entry.name) && !ignored.has(name))
    .flatMap(({ entry, name }) => (entry.isDirectory() ? walk(name) : [name]))
const files = walk('.')
const filesIn = (folder: string): string[] => files.filter((file) => file === folder || file.startsWith(`${folder}/`))
const paths = new Set(files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))))
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
)
const stems = new Set(files.map((file) => file.replace(/(?:\.server|\.client|\.test)?\.\w+$/, '')))

/** Files made by a build or a generator. */
const notTracked = [/^app\/generated\b/, /^engine\/build\b/, /^tests\/\.cache\b/]
const isMissing = (name: string): boolean =>
  !paths.has(name) && !folders.has(name) && !stems.has(name) && !notTracked.some((known) => known.test(name))

const missingIn = (text: string): string[] =>
  [...text.matchAll(fileName), ...text.matchAll(folderName)]
    .map(([, name = '']) => name.replace(/^(?:\[(?!\.)|\.\/)/, ''))
    .filter(isMissing)

const commentsOf = (source: string): string[] => {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source)
  const comments: string[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia)
      comments.push(scanner.getTokenText())
  return comments
}

it('finds every file that the sources’ comments name', () => {
  const sources = ['app', 'engine', 'scripts', 'tests', 'prisma/seed.ts'].flatMap(filesIn)
  const wrong = sources
    .filter((file) => /\.(?:ts|mts|mjs)$/.test(file))
    .flatMap((file) =>
      commentsOf(readFileSync(path.join(root, file), 'utf8'))
        .flatMap(missingIn)
        .map((name) => `${file}: ${name}`),
    )
  expect(wrong).toEqual([])
})

it('finds every file that the documents name', () => {
  const wrong = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => missingIn(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`))
  expect(wrong).toEqual([])
})

it('reports a name without a file', () => {
  expect(missingIn('see app/platform/no-such-file.ts and paths.ts')).toEqual(
    expect.arrayContaining(['app/platform/no-such-file.ts']),
  )
  expect(missingIn('see tests/support/paths.ts and paths.ts')).toEqual([])
})
