/**
 * Runs before all else in each test file. Files share a process, so that the runner and the packages are loaded once, a
 * second of the processor's time for each file; the project's own modules are loaded anew, and the environment is as it
 * was before the first file.
 */
import { vi } from 'vitest'

const key = Symbol.for('portal.environment-of-tests')
const kept = globalThis as { [key]?: NodeJS.ProcessEnv }
const before = (kept[key] ??= { ...process.env })
for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
Object.assign(process.env, before)
vi.useRealTimers()
vi.resetModules()
