/** Files of the program itself: texts, the engine, the demo's initial data. They are read at start. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export const readOwnFile = (file: string): Buffer => readFileSync(file)
/** Like `readOwnFile`, without blocking. */
export const readOwnFileMeanwhile = (file: string): Promise<Buffer> => readFile(file)
/** Lists the names of a folder's files. */
export const listOwnFiles = (folder: string): string[] => readdirSync(folder)
