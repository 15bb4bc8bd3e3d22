/** A disk of a few megabytes that a test can fill, if this user may mount one. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const mount = (...words: string[]): boolean => spawnSync('mount', words, { stdio: 'ignore' }).status === 0
const unmount = (folder: string): boolean => spawnSync('umount', [folder], { stdio: 'ignore' }).status === 0

export type SmallDisk = {
  folder: string
  /** Uses up all remaining room. */
  fill(): void
  /** Frees that room. */
  free(): void
  remove(): void
}

/** A disk with this many bytes; null if nothing can be mounted. */
export const mountSmallDisk = (bytes: number): SmallDisk | null => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-disk-'))
  if (!mount('-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      const handle = openSync(ballast, 'a')
      try {
        for (let size = 65_536; size >= 1; size = size / 16) {
          try {
            for (;;) writeSync(handle, Buffer.alloc(size))
          } catch (error) {
            if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
          }
        }
      } finally {
        closeSync(handle)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      if (!unmount(folder)) throw new Error(`${folder} is still in use`)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Whether this user may mount a disk here. */
export const canMount = ((): boolean => {
  const disk = mountSmallDisk(65_536)
  disk?.remove()
  return disk !== null
})()

/** Makes one file unwritable for everybody, like a disk mounted read-only; returns a function that reverses it. */
export const mountReadOnly = (file: string): (() => void) => {
  if (!mount('--bind', file, file) || !mount('-o', 'remount,bind,ro', file))
    throw new Error(`${file} could not be made read-only`)
  return () => void unmount(file)
}
