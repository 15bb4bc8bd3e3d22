/** The demo's manuals: a page of first steps for two models, in the languages that need no fonts of their own; others get the English one. */
import { db } from '~/platform/db.server'
import { addInstruction } from './instruction.server'
import { makePdf } from './seed/pdf'

const texts = {
  en: ['First steps', ['1. Connect the dish or the network cable, then the television.', '2. Switch the box on and choose your language.', '3. Open Menu, CHMax, Cloud: the screen shows a code of eight letters.', '4. Sign in to the portal, open Terminal, Bind a box, and type the serial number and the code.', '5. Choose a channel list for the box. It is loaded at the next update.']],
  pt: ['Primeiros passos', ['1. Ligue a antena ou o cabo de rede e depois a televisão.', '2. Ligue o receptor e escolha o idioma.', '3. Abra Menu, CHMax, Cloud: a tela mostra um código de oito letras.', '4. Entre no portal, abra Receptores, Vincular receptor, e digite o número de série e o código.', '5. Escolha uma lista de canais. Ela é carregada na próxima atualização.']],
  es: ['Primeros pasos', ['1. Conecta la antena o el cable de red y luego el televisor.', '2. Enciende el receptor y elige el idioma.', '3. Abre Menu, CHMax, Cloud: la pantalla muestra un código de ocho letras.', '4. Entra en el portal, abre Receptores, Vincular receptor, y escribe el número de serie y el código.', '5. Elige una lista de canales. Se carga en la próxima actualización.']],
  fr: ['Premiers pas', ['1. Branchez l\'antenne ou le câble réseau, puis le téléviseur.', '2. Allumez le boîtier et choisissez la langue.', '3. Ouvrez Menu, CHMax, Cloud : l\'écran affiche un code de huit lettres.', '4. Connectez-vous au portail, ouvrez Boîtiers, puis saisissez le numéro de série et le code.', '5. Choisissez une liste de chaînes. Elle est chargée à la prochaine mise à jour.']],
} as const satisfies Record<string, readonly [string, readonly string[]]>

/** Puts them there where a model has no manual. */
export const seedInstructions = async (operatorId: string): Promise<void> => {
  for (const model of ['Mango S1', 'Mango IP 4K']) {
    if ((await db.instruction.count({ where: { model: { name: model } } })) > 0) continue
    let id: string | undefined
    for (const [language, [title, lines]] of Object.entries(texts)) {
      const added = await addInstruction({ userId: operatorId, why: 'demo' }, { model, id, language, title, bytes: makePdf(`${model}: ${title}`, lines) })
      if (!added.ok) throw new Error(`the demo's manual of ${model} was refused: ${added.code}`)
      id = added.value.id
    }
  }
}
