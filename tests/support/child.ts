/** Programs of tests/support as separate processes on the test file's database. They end with the test file. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { root } from './paths'

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** `read` returns the next line that the program prints; `go` sends it one. */
export const startChild = (program: string, words: readonly string[] = [], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'tests/support', program), ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ended: new Promise((resolve) => child.once('exit', resolve)),
    read: async (): Promise<string> => String((await lines.next()).value),
    go: () => child.stdin.write('go\n'),
    kill: () => child.kill('SIGKILL'),
  }
}
