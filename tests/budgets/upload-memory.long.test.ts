/**
 * The largest video adds less than 200 MB to the built server's memory, as a form, in parts and when downloaded. The
 * benchmark measures speed.
 */
import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { benchAttachments } from '../../scripts/bench/attachments'
import { copyTemplate } from '../support/template'

it('a video of 300 MiB adds less than 200 MB to the server’s memory', async () => {
  const folder = copyTemplate()
  try {
    const [table] = await benchAttachments({ folder }, 1)
    const added = new Map((table?.rows ?? []).map((row) => [String(row[0]), Number(row[3])]))
    for (const way of ['as a form', 'in parts of 4 MiB', 'fetched']) {
      expect([way, (added.get(way) ?? Number.NaN) < 200]).toEqual([way, true])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
