/** Recognises the columns of a table by their headings, in the words of many programs and people. */
import { byName, channelNumberNames, channelNumbers, type ChannelNumber } from '../../channel-fields'
import { foldText } from '../../fold'
import type { HeadingLanguage } from './numbers'
import { isTuningColumn } from './tuning'

type TableNumber = {
  [Name in ChannelNumber]: (typeof channelNumbers)[Name] extends { heading: string } ? Name : never
}[ChannelNumber]
/** The channel's numbers that tables have. */
export const tableNumbers = channelNumberNames.filter((name): name is TableNumber => 'heading' in channelNumbers[name])
const headingsOf = (part: 'service' | 'streams') =>
  byName(
    tableNumbers.filter((name) => channelNumbers[name].part === part),
    (name) => channelNumbers[name].heading,
  )

/** The headings of a new table, in their order. */
export const headings = {
  number: 'Number',
  name: 'Name',
  type: 'Type',
  satellite: 'Satellite',
  angle: 'Angle',
  frequency: 'Frequency',
  polarisation: 'Polarisation',
  symbolRate: 'Symbol rate',
  fec: 'FEC',
  ...headingsOf('service'),
  provider: 'Provider',
  scrambled: 'Scrambled',
  lock: 'Lock',
  skip: 'Skip',
  ...{ videoPid: channelNumbers.videoPid.heading, audioPid: 'Audio PID' },
  ...headingsOf('streams'),
  groups: 'Groups',
  url: 'URL',
}
/** An identity contains nothing but three of the others. */
export type Column = keyof typeof headings | 'identity'
export const columns = [...(Object.keys(headings) as Column[]), 'identity'] as const

/** Synonyms, separated by commas; case, spaces, punctuation and accents don't count. */
const others: Record<Column, string> = {
  number:
    'nr, no, pos, position, program nr, lcn, channel number, n, numero, nummer, numéro, номер, رقم, الرقم, شماره, ردیف, ' +
    'posición, posição, позиция, позиція, موقعیت, الموقع, الموضع, tvg chno, channel no, kanalnummer, sendernummer, ' +
    'programmplatz, programmnummer, número de canal, número do canal, numéro de chaîne, numéro de canal, номер канала, ' +
    'номер каналу, رقم القناة, شماره کانال, sıra, sıra no, kanal no, numer',
  name:
    'channel, channel name, program name, service name, service, title, sender, sendername, programm, kanal, nombre, ' +
    'canal, nome, nom, chaîne, имя, название, канал, имя канала, название канала, назва, назва каналу, ім’я, اسم, ' +
    'الاسم, القناة, قناة, اسم القناة, نام, کانال, شبکه, نام کانال, نام شبکه, tvg name, kanalname, programmname, station, ' +
    'nombre del canal, nombre canal, nome do canal, nome canal, nom de la chaîne, nom de chaîne, nom chaîne, nom du canal, ' +
    'наименование, kanal adı, adı, canale, nome canale, nazwa, nazwa kanału',
  type: 'service type, typ, tipo, тип, النوع, نوع',
  satellite:
    'sat, sat name, satellite name, satellit, satélite, спутник, супутник, القمر, القمر الصناعي, قمر, ماهواره, uydu, ' +
    'satellitenname, satelita',
  angle:
    'orbit, orbital position, sat position, satellite position, orbitposition, posición orbital, posição orbital, ' +
    'position orbitale, орбита, орбитальная позиция, орбіта, орбітальна позиція, المدار, موقعیت مداری, مدار, ' +
    'زاویه, الزاوية, زاوية, orbitale position, satellitenposition, yörünge, posizione orbitale',
  frequency:
    'freq, freq mhz, frequency mhz, freq in mhz, frequency in mhz, freq khz, frequency khz, frequency in khz, freq ghz, ' +
    'frequency ghz, frequenz, frequenz mhz, frecuencia, frequência, fréquence, frecuencia mhz, frequência mhz, ' +
    'fréquence mhz, частота, частота мгц, التردد, تردد, فرکانس, ' +
    'frequenz khz, частота кгц, frekans, frekans mhz, frequenza, frequenza mhz, częstotliwość, frequenz in mhz',
  polarisation:
    'polarization, pol, polarity, polarisierung, polarización, polarização, polarisation, поляризация, поляризація, ' +
    'الاستقطاب, استقطاب, قطبش, پلاریزاسیون, پلاریته, polarizasyon, polarizzazione, polaryzacja, polarité, polaridad, polarität',
  symbolRate:
    'sr, symbol rate ks, symbol rate kss, s rate, symbolrate, sr ks, sr kss, symbolrate kss, tasa de símbolos, ' +
    'taxa de símbolos, débit de symboles, débit symbole, символьная скорость, символьна швидкість, معدل الترميز, ' +
    'الترميز, سیمبل ریت, سیمبول ریت, نرخ سمبل, نرخ نماد, débit symboles, скорость, симв скорость, symbolrate, ' +
    'sembol oranı, sembol hızı, velocidad de símbolos, taxa de símbolo, symbol rate, шв символів',
  fec: '',
  ...byName(tableNumbers, (name) => channelNumbers[name].words),
  provider:
    'package, anbieter, proveedor, provedor, fornecedor, fournisseur, bouquet provider, провайдер, المزود, ' +
    'مزود الخدمة, ارائه دهنده, sağlayıcı',
  scrambled:
    'encrypted, encryption, ca, crypt, verschlüsselt, verschlüsselung, cifrado, codificado, criptografado, crypté, cryptage, ' +
    'закодирован, зашифрован, кодировка, шифрування, зашифровано, закодовано, مشفر, مشفرة, التشفير, رمز, رمزگذاری, رمزگذاری شده, ' +
    'şifreli, criptato',
  lock:
    'locked, gesperrt, sperre, bloqueado, verrouillé, verrou, заблокирован, блокировка, заблоковано, блокування, ' +
    'مقفل, قفل, قفل شده, kilitli, kilit, bloccato',
  skip:
    'skipped, überspringen, übersprungen, saltar, omitir, omitido, pular, ignorar, passer, sauter, ignoré, пропуск, ' +
    'пропустить, пропускать, пропустити, تخطي, تجاوز, رد کردن, رد شدن, atla',
  audioPid: 'apid, pid audio, pid de audio, pid de áudio, аудио pid, аудіо pid',
  groups:
    'group, favourites, favorites, fav, bouquet, bouquets, gruppe, gruppen, grupo, grupos, groupe, groupes, группа, ' +
    'группы, група, групи, مجموعة, المجموعة, گروه, group title, category, categories, kategorie, kategorien, genre, ' +
    'favoriten, categoría, categorías, categoria, categorias, favoritos, catégorie, catégories, favoris, категория, ' +
    'категории, избранное, категорія, категорії, вибране, المجموعات, الفئة, المفضلة, گروه ها, دسته, علاقه مندی, grup, gruplar, ' +
    'kategori, gruppo, gruppi, grupa',
  url:
    'address, stream, stream url, link, adresse, lien, dirección, enlace, endereço, адрес, адреса, ссылка, посилання, ' +
    'الرابط, رابط, العنوان, آدرس, لینک, bağlantı',
  identity: 'uid, onid tsid sid, identity',
}

/** Only letters and digits, without accents. */
const exactWord = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
/** Only letters: most headings that people number mean the same column. */
const plainWord = (text: string): string => exactWord(text).replace(/\p{N}+/gu, '')

/**
 * `isOwn`: the heading that new tables have, which wins over others. `isBoth`: it may be a name or a number.
 * `isTransponder`: it may be a transponder's number or its tuning values, which only its cells tell.
 */
export type Heading = { column: Column; isOwn: boolean; isBoth: boolean; isTransponder: boolean }

const transponderWords = 'transponder, tp, transpondeur, transpondedor, транспондер, ترانسبوندر, ترنسپوندر, ترانسپوندر'

const known = new Map<string, Heading>()
for (const column of columns) {
  const own = column === 'identity' ? '' : exactWord(headings[column])
  for (const word of [own, ...others[column].split(',')]) {
    const exact = exactWord(word)
    if (exact !== '' && !known.has(exact))
      known.set(exact, { column, isOwn: exact === own, isBoth: exact === 'channel', isTransponder: false })
  }
}
for (const word of transponderWords.split(','))
  known.set(plainWord(word), { column: 'frequency', isOwn: false, isBoth: false, isTransponder: true })

/** No heading is this long, but a cell may be as long as the file. */
const headingMax = 64

/** “Freq / Pol / SR” heads cells that contain all of these; they belong to the column of the first. */
const severalIn = (text: string): Heading | null => {
  for (const sign of [/[/,+&|]/, /[\s/,+&|.-]+/]) {
    const found = text
      .split(sign)
      .filter((word) => plainWord(word) !== '')
      .map((word) => known.get(plainWord(word)))
    const [first] = found
    if (first === undefined || found.length < 2 || !isTuningColumn(first.column)) continue
    if (found.every((one) => one?.column === 'fec' || isTuningColumn(one?.column)) && !first.isTransponder)
      return { ...first, isOwn: false }
  }
  return null
}

export const headingOf = (text: string): Heading | null => {
  if (text.length > headingMax) return null
  if (text.trim() === '#') return { column: 'number', isOwn: false, isBoth: false, isTransponder: false }
  // A unit or a remark in brackets comes last: “SID (hex)”, “Frequenz [GHz]”.
  const bare = text.replace(/[([][^()[\]]*[)\]]\s*$/, '')
  const found = known.get(exactWord(text)) ?? known.get(plainWord(text)) ?? severalIn(text)
  return found ?? (bare === text || exactWord(bare) === '' ? null : (known.get(exactWord(bare)) ?? null))
}
/** A heading that says that its numbers are hexadecimal. */
export const isHexHeading = (text: string): boolean => text.length <= headingMax && /\bhex/i.test(text)

// ---- The language of headings ----

const german =
  /^(?:sender|programm|kanaln|nummer|frequenz(?!a)|satellit(?:en|$)|polarisierung|anbieter|gruppen?$|verschlussel|gesperrt|ubersprun|kategorie)/
const romance =
  /^(?:numero|nombre|nom(?:e|$|de|du)|canal|chaine|frecuenc|frequen(?:cia|ce|za)|satelite|posi(?:ci|ca|zi)|polari(?:za|zz|dad|te)|prove?edor|fournis|fornec|grupos?$|groupes?$|tasade|taxade|debit|velocidad|cifrad|crypt(?:e|age)|bloquead|verrou|favori(?:s|tos)$|categoria)/
const polish = /^(?:nazwa|numer$|czestotliwosc|satelita|polaryzacja|grupa$)/

/** What O means in the language of a table's headings; null for other languages, or several. */
export const languageOf = (cells: readonly string[]): HeadingLanguage => {
  const words = cells.map((cell) => (cell.length > headingMax ? '' : plainWord(cell)))
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word))
  const [isGerman, isRomance] = [has(german), has(romance)]
  return { o: isGerman === isRomance ? null : isGerman ? 'east' : 'west', isPolish: has(polish) }
}
