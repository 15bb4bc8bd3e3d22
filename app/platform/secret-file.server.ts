/** Reads and writes a small file in the data folder that only the server's user can read. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Returns the file's text without surrounding white space; null if it can't be read. */
export const readSecretFile = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

/** Writes the file, readable by its owner only from the first byte on. */
export const writeSecretFile = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true })
  await rm(file, { force: true })
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
}

/** Restricts an existing file to its owner. */
export const hideSecretFile = (file: string): Promise<void> => chmod(file, 0o600)

export const removeSecretFile = (file: string): Promise<void> => rm(file, { force: true })
