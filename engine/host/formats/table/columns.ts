/** The columns of a table by what their headings say, in the words that other programs and people use. */
import { foldText } from '../../fold'

export const columns = [
  'number',
  'name',
  'type',
  'satellite',
  'angle',
  'frequency',
  'polarisation',
  'symbolRate',
  'fec',
  'sid',
  'onid',
  'tsid',
  'provider',
  'scrambled',
  'lock',
  'skip',
  'videoPid',
  'audioPid',
  'pcrPid',
  'pmtPid',
  'groups',
  'url',
  'identity',
] as const
export type Column = (typeof columns)[number]

/** The headings of a new table; an identity says no more than three of the others. */
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
  sid: 'SID',
  onid: 'ONID',
  tsid: 'TSID',
  provider: 'Provider',
  scrambled: 'Scrambled',
  lock: 'Lock',
  skip: 'Skip',
  videoPid: 'Video PID',
  audioPid: 'Audio PID',
  pcrPid: 'PCR PID',
  pmtPid: 'PMT PID',
  groups: 'Groups',
  url: 'URL',
} as const satisfies Partial<Record<Column, string>>

/** Other words for them, between commas; case, spaces, signs and accents don't count. */
const others: Record<Column, string> = {
  number:
    'nr, no, pos, position, program nr, lcn, channel number, n, numero, nummer, numéro, номер, رقم, الرقم, شماره, ردیف, ' +
    'posición, posição, позиция, позиція, موقعیت, الموقع',
  name:
    'channel, channel name, program name, service name, service, title, sender, sendername, programm, kanal, nombre, ' +
    'canal, nome, nom, chaîne, имя, название, канал, имя канала, название канала, назва, назва каналу, ім’я, اسم, ' +
    'الاسم, القناة, قناة, اسم القناة, نام, کانال, شبکه, نام کانال, نام شبکه',
  type: 'service type, typ, tipo, тип, النوع, نوع',
  satellite: 'sat, sat name, satellite name, satellit, satélite, спутник, супутник, القمر, القمر الصناعي, قمر, ماهواره',
  angle:
    'orbit, orbital position, sat position, satellite position, orbitposition, posición orbital, posição orbital, ' +
    'position orbitale, орбита, орбитальная позиция, орбіта, орбітальна позиція, المدار, موقعیت مداری, مدار',
  frequency:
    'freq, freq mhz, frequency mhz, freq in mhz, frequency in mhz, freq khz, frequency khz, frequency in khz, freq ghz, ' +
    'frequency ghz, frequenz, frequenz mhz, frecuencia, frequência, fréquence, frecuencia mhz, frequência mhz, ' +
    'fréquence mhz, частота, частота мгц, التردد, تردد, فرکانس',
  polarisation:
    'polarization, pol, polarity, polarisierung, polarización, polarização, polarisation, поляризация, поляризація, ' +
    'الاستقطاب, استقطاب, قطبش, پلاریزاسیون, پلاریته',
  symbolRate:
    'sr, symbol rate ks, symbol rate kss, s rate, symbolrate, sr ks, sr kss, symbolrate kss, tasa de símbolos, ' +
    'taxa de símbolos, débit de symboles, débit symbole, символьная скорость, символьна швидкість, معدل الترميز, ' +
    'الترميز, سیمبل ریت, سیمبول ریت',
  fec: '',
  sid: 'service id, sv id, svc id, program number, pnr',
  onid: 'nid, network id, original network id',
  tsid: 'tid, transport stream id',
  provider: 'package, anbieter, proveedor, provedor, fournisseur, bouquet provider, провайдер, المزود, ارائه دهنده',
  scrambled: 'encrypted, encryption, ca, crypt, verschlüsselt, cifrado, crypté, закодирован, шифрування, مشفر, رمز',
  lock: 'locked',
  skip: 'skipped',
  videoPid: 'vpid',
  audioPid: 'apid',
  pcrPid: 'pcr',
  pmtPid: 'pmt',
  groups:
    'group, favourites, favorites, fav, bouquet, bouquets, gruppe, gruppen, grupo, grupos, groupe, groupes, группа, ' +
    'группы, група, групи, مجموعة, المجموعة, گروه',
  url: 'address, stream, adresse, dirección, endereço, адрес, адреса, الرابط, العنوان, آدرس',
  identity: 'uid, onid tsid sid, identity',
}

/** Letters alone, without accents. */
const plainWord = (text: string): string => foldText(text).replace(/[^\p{L}]+/gu, '')

/** `isOwn`: the heading that new tables have, which is meant before others. `isBoth`: it may be a name or a number. */
export type Heading = { column: Column; isOwn: boolean; isBoth: boolean }

const known = new Map<string, Heading>()
for (const column of columns) {
  const own = column === 'identity' ? '' : plainWord(headings[column])
  for (const word of [own, ...others[column].split(',')]) {
    const plain = plainWord(word)
    if (plain !== '' && !known.has(plain))
      known.set(plain, { column, isOwn: plain === own, isBoth: plain === 'channel' })
  }
}

/** No heading is so long: a cell may be a whole file. */
const headingMax = 64

export const headingOf = (text: string): Heading | null => {
  if (text.length > headingMax) return null
  return text.trim() === '#' ? { column: 'number', isOwn: false, isBoth: false } : (known.get(plainWord(text)) ?? null)
}
