/** The demo's manuals: a sheet of first steps for two models, in all eight languages. */
import path from 'node:path'
import { db } from '~/platform/db.server'
import { readOwnFile } from '~/platform/own-file.server'
import { addInstruction } from './instruction.server'

type SeededManual = { model: string; language: string; title: string; file: string }
const folder = path.join(import.meta.dirname, 'seed/manuals')

/** Adds them for models that have no manual. */
export const seedInstructions = async (operatorId: string): Promise<void> => {
  const manuals = JSON.parse(readOwnFile(path.join(folder, 'index.json')).toString('utf8')) as SeededManual[]
  for (const model of new Set(manuals.map((manual) => manual.model))) {
    if ((await db.instruction.count({ where: { model: { name: model } } })) > 0) continue
    let id: string | undefined
    for (const { language, title, file } of manuals.filter((manual) => manual.model === model)) {
      const added = await addInstruction(
        { userId: operatorId, why: 'demo' },
        { model, id, language, title, bytes: readOwnFile(path.join(folder, file)) },
      )
      if (!added.ok) throw new Error(`the demo's manual of ${model} was refused: ${added.code}`)
      id = added.value.id
    }
  }
}
