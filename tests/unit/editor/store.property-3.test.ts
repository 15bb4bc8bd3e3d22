/** Part 3 of the editor's random sequences: a file of its own is a process of its own. */
import { vi } from 'vitest'

vi.hoisted(() => {
  process.env.EDITOR_PART = '2'
})
import './store.property.test'
