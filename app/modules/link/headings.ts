/**
 * The headings of a table of links in the portal's languages: the template is written with them, and an import
 * understands all of them and what other programs call the same. Pure data and code.
 */
import { foldText } from '~/engine/fold'
import { tableColumns, type LinkService, type TableColumn } from './types'

/** By the languages' tags; what a file says for programs and people alike (TP, SID) is the same everywhere. */
const headings: Record<string, Record<TableColumn, string>> = {
  en: {
    category: 'Category',
    name: 'Name',
    address: 'Address',
    satellite: 'Satellite',
    tp: 'TP',
    sid: 'SID',
    logo: 'Logo',
  },
  fa: { category: 'دسته', name: 'نام', address: 'نشانی', satellite: 'ماهواره', tp: 'TP', sid: 'SID', logo: 'نشان' },
  ar: {
    category: 'الفئة',
    name: 'الاسم',
    address: 'العنوان',
    satellite: 'القمر',
    tp: 'TP',
    sid: 'SID',
    logo: 'الشعار',
  },
  ru: {
    category: 'Категория',
    name: 'Название',
    address: 'Адрес',
    satellite: 'Спутник',
    tp: 'TP',
    sid: 'SID',
    logo: 'Логотип',
  },
  uk: {
    category: 'Категорія',
    name: 'Назва',
    address: 'Адреса',
    satellite: 'Супутник',
    tp: 'TP',
    sid: 'SID',
    logo: 'Логотип',
  },
  pt: {
    category: 'Categoria',
    name: 'Nome',
    address: 'Endereço',
    satellite: 'Satélite',
    tp: 'TP',
    sid: 'SID',
    logo: 'Logotipo',
  },
  es: {
    category: 'Categoría',
    name: 'Nombre',
    address: 'Dirección',
    satellite: 'Satélite',
    tp: 'TP',
    sid: 'SID',
    logo: 'Logotipo',
  },
  fr: {
    category: 'Catégorie',
    name: 'Nom',
    address: 'Adresse',
    satellite: 'Satellite',
    tp: 'TP',
    sid: 'SID',
    logo: 'Logo',
  },
}

/** What else heads such a column in files of other programs and people. */
const others: Record<TableColumn, readonly string[]> = {
  category: [
    'group',
    'group title',
    'group-title',
    'folder',
    'genre',
    'grupo',
    'groupe',
    'группа',
    'група',
    'گروه',
    'المجموعة',
  ],
  name: [
    'channel',
    'channel name',
    'title',
    'station',
    'canal',
    'chaîne',
    'канал',
    'имя',
    "ім'я",
    'کانال',
    'عنوان',
    'القناة',
    'اسم',
  ],
  address: [
    'url',
    'link',
    'stream',
    'stream url',
    'uri',
    'href',
    'enlace',
    'lien',
    'ссылка',
    'посилання',
    'آدرس',
    'لینک',
    'الرابط',
  ],
  satellite: ['sat', 'position', 'angle', 'orbital position', 'позиция', 'القمر الصناعي'],
  tp: [
    'transponder',
    'frequency',
    'freq',
    'mhz',
    'частота',
    'frecuencia',
    'frequência',
    'fréquence',
    'فرکانس',
    'التردد',
  ],
  sid: ['service id', 'serviceid', 'program number', 'pnr'],
  logo: ['icon', 'picture', 'tvg-logo', 'image'],
}

const keyOf = (cell: string): string =>
  foldText(cell)
    .replace(/[:.*]+$/, '')
    .trim()
const known = new Map<string, TableColumn>()
for (const column of tableColumns)
  for (const word of [...Object.values(headings).map((one) => one[column]), ...others[column]])
    known.set(keyOf(word), column)

/** Which column a cell heads; null where it heads none of ours. */
export const columnOf = (cell: string): TableColumn | null =>
  cell.length > 40 ? null : (known.get(keyOf(cell)) ?? null)

/** A table's columns in their order: audio entries have no categories. */
export const columnsOf = (service: LinkService): readonly TableColumn[] =>
  service === 'mylink' ? tableColumns : tableColumns.filter((column) => column !== 'category')

/** The first line of a table, in a language by its tag or public code. */
export const headingsIn = (service: LinkService, language: string): string[] => {
  const words = headings[language === 'ua' ? 'uk' : language] ?? headings['en']
  return columnsOf(service).map((column) => words?.[column] ?? column)
}
export const isRightToLeft = (language: string): boolean => language === 'fa' || language === 'ar'
