/** Part 4 of the editor's random sequences: both workers take of its files. */
import { vi } from 'vitest'

vi.hoisted(() => {
  process.env.EDITOR_PART = '3'
})
import './store.property.test'
