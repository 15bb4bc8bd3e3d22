/** Trials on the open list that are needed only after a person's first action; they leave it unchanged. */
import type { Loss, OpenList } from '~/engine/types'
import type { EngineData } from '../engine-data'
import type { Applied } from './editing'
import type { ShownNames } from './shown-names'

/** The result of a rename without doing it: why it is not possible, or what the file can't represent. */
export const tryRename = (list: OpenList, id: number, name: string): Applied => {
  const before = list.state()
  const result = list.apply([{ op: 'rename', id, name }])
  if (result.ok) list.load(before)
  return result
}

export type FileHere = { bytes: Uint8Array; fileName: string; losses: Loss[] }
/**
 * The list as shown, in its own dialect: the file that an export makes once everything is saved. With `names`, channels
 * get their names in that language.
 */
export const writeHere = (
  { list, newest }: { list: OpenList; newest: Pick<EngineData, 'fileName' | 'name'> },
  names: ShownNames | null,
): FileHere => {
  const format = list.dialect === 'chl' ? 'chl' : 'sdx'
  const write = () => list.write(format)
  return { ...(names ? names.while(list, write) : write()), fileName: newest.fileName ?? `${newest.name}.${format}` }
}
