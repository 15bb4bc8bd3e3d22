/** Whether a process is there; one that has ended and waits to be noticed is not. */
import { readFileSync } from 'node:fs'

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}
