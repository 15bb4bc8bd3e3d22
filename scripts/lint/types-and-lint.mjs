/**
 * Types and lint in one process, on one program of the compiler: each of them alone would read and check all files, and
 * that is most of what either costs. The rules are those of eslint.config.js, the types those of tsconfig.json.
 */
import path from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'

const root = path.dirname(path.dirname(import.meta.dirname))
const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
  },
}
const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host)
const program = ts.createProgram({ rootNames: config.fileNames, options: config.options })
const problems = [...config.errors, ...ts.getPreEmitDiagnostics(program)]
if (problems.length > 0)
  console.error(
    ts.formatDiagnostics(problems, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  )

const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  },
})
const results = await eslint.lintFiles(['.'])
const formatter = await eslint.loadFormatter('stylish')
const said = await formatter.format(results)
if (said !== '') console.error(said)
const found = results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0)
process.exit(problems.length + found === 0 ? 0 : 1)
