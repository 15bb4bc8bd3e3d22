/** Tables of audio sources on their way in. */
import { dropHeldTable, findHeldTable, holdTable, importTable, planImport } from '~/modules/audio/audio.server'
import type { Importer } from '~/web/mylink/import.server'

export const audioImporter: Importer = {
  service: 'audio',
  kind: 'audio',
  hold: holdTable,
  find: findHeldTable,
  drop: dropHeldTable,
  plan: planImport,
  take: importTable,
}
