/**
 * The built files of the scripted editor, which a list's page preloads: its own scripts would request them only when
 * they run.
 */
import { chunksOf } from '~/platform/chunks.server'

export const editorChunks = (): string[] =>
  chunksOf('app/client/editor/open.ts', [
    'app/entry.client.tsx',
    'app/root.tsx',
    'app/routes/features.lists.$id._index.tsx',
  ])
