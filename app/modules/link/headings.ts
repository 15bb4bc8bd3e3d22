/**
 * The columns of a table of links: their headings in the portal's languages, used in templates, and synonyms of other
 * programs and people. An import understands all of them. Pure data and code.
 */
import { foldText } from '~/engine/fold'
import { tableColumns, type LinkService, type TableColumn } from './types'

const languages = ['en', 'fa', 'ar', 'ru', 'uk', 'pt', 'es', 'fr'] as const
/** `in`: by language, in the order above; identifiers in a file are the same in every language. */
const columns: Record<TableColumn, { in: string; others: string; width: number }> = {
  category: {
    in: 'Category, دسته, الفئة, Категория, Категорія, Categoria, Categoría, Catégorie',
    others: 'group, group title, group-title, folder, genre, grupo, groupe, группа, група, گروه, المجموعة',
    width: 20,
  },
  name: {
    in: 'Name, نام, الاسم, Название, Назва, Nome, Nombre, Nom',
    others: "channel, channel name, title, station, canal, chaîne, канал, имя, ім'я, کانال, عنوان, القناة, اسم",
    width: 30,
  },
  address: {
    in: 'Address, نشانی, العنوان, Адрес, Адреса, Endereço, Dirección, Adresse',
    others: 'url, link, stream, stream url, uri, href, enlace, lien, ссылка, посилання, آدرس, لینک, الرابط',
    width: 50,
  },
  satellite: {
    in: 'Satellite, ماهواره, القمر, Спутник, Супутник, Satélite, Satélite, Satellite',
    others: 'sat, position, angle, orbital position, позиция, القمر الصناعي',
    width: 11,
  },
  tp: {
    in: 'TP',
    others: 'transponder, frequency, freq, mhz, частота, frecuencia, frequência, fréquence, فرکانس, التردد',
    width: 9,
  },
  sid: { in: 'SID', others: 'service id, serviceid, program number, pnr', width: 9 },
  logo: {
    in: 'Logo, نشان, الشعار, Логотип, Логотип, Logotipo, Logotipo, Logo',
    others: 'icon, picture, tvg-logo, image',
    width: 14,
  },
}
const wordsOf = (text: string): string[] => text.split(', ')

const keyOf = (cell: string): string =>
  foldText(cell)
    .replace(/[:.*]+$/, '')
    .trim()
const known = new Map(
  tableColumns.flatMap((column) =>
    [...wordsOf(columns[column].in), ...wordsOf(columns[column].others)].map((word) => [keyOf(word), column] as const),
  ),
)

/** Which column a heading cell names; null if none. */
export const columnOf = (cell: string): TableColumn | null =>
  cell.length > 40 ? null : (known.get(keyOf(cell)) ?? null)

/** A table's columns in order; audio entries have no categories. */
export const columnsOf = (service: LinkService): readonly TableColumn[] =>
  service === 'mylink' ? tableColumns : tableColumns.filter((column) => column !== 'category')
export const widthsOf = (service: LinkService): number[] => columnsOf(service).map((column) => columns[column].width)

/** The heading line of a table, in a language by its tag or public code. */
export const headingsIn = (service: LinkService, language: string): string[] => {
  const at = Math.max(0, languages.indexOf((language === 'ua' ? 'uk' : language) as 'en'))
  return columnsOf(service).map((column) => {
    const words = wordsOf(columns[column].in)
    return words[at] ?? words[0] ?? column
  })
}
export const isRightToLeft = (language: string): boolean => language === 'fa' || language === 'ar'
