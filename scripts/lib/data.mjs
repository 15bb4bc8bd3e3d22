/** Where the data is, for scripts that don't load the settings (app/platform/env.server.ts) but must agree with them. */
import path from 'node:path'
import { root } from './steps.mjs'

/** A setting; a blank one counts as missing, as it does for the portal. */
const given = (environment, name) => (environment[name]?.trim() ? environment[name] : undefined)
export const dataDir = (environment = process.env) => path.resolve(root, given(environment, 'DATA_DIR') ?? 'data')
export const databaseFile = (environment = process.env) =>
  path.resolve(
    root,
    (given(environment, 'DATABASE_FILE') ?? path.join(dataDir(environment), 'portal.db')).replace(/^file:/, ''),
  )
export const uploadsDir = (environment = process.env) =>
  path.resolve(root, given(environment, 'UPLOADS_DIR') ?? path.join(dataDir(environment), 'uploads'))
