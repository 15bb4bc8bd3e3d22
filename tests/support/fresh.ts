/**
 * Runs before everything else in each test file. Files share a process, so the runner and the packages are loaded only
 * once, which saves a second of processor time per file. The project's own modules are loaded again, and the
 * environment is reset to its state before the first file.
 */
import { vi } from 'vitest'

const key = Symbol.for('portal.environment-of-tests')
const kept = globalThis as { [key]?: NodeJS.ProcessEnv }
const before = (kept[key] ??= { ...process.env })
for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
Object.assign(process.env, before)
vi.useRealTimers()
vi.resetModules()
