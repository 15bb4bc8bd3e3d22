/**
 * Settings for a script that loads the endpoint table only to describe it. The table's handlers check their settings
 * and open their folder on loading, so they get the demo's settings and an empty folder.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Replaces the environment; call it before the table is imported. Returns a function that removes the folder. */
export const useTableSettings = (): (() => void) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-table-'))
  // Settings of this machine's portal, even wrong ones, must not change the description or make it fail.
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  process.env.PORTAL_MODE = 'demo'
  process.env.DATA_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
