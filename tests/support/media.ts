/**
 * Small pictures and videos from this project's own code: complete ones, ones that reveal too much, and ones that are
 * not what they claim.
 */
import { deflateSync, crc32 } from 'node:zlib'
import { createCanvas, type Canvas } from 'canvas'

const draw = (width: number, height: number): Canvas => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#123a5c'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#f5a623'
  context.fillRect(width / 4, height / 4, width / 3, height / 5)
  return canvas
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** An Exif block with the camera's maker, its orientation, and a GPS position. */
const exif = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(200)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(3, 8)
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  entry(10, 0x010f, 2, 12, 60)
  entry(22, 0x0112, 3, 1, orientation)
  entry(34, 0x8825, 4, 1, 80)
  tiff.write('SpyCamera 9\0', 60, 'latin1')
  tiff.writeUInt16LE(1, 80)
  entry(82, 0x0002, 5, 3, 100)
  for (const [i, value] of [51, 30, 12].entries()) {
    tiff.writeUInt32LE(value, 100 + 8 * i)
    tiff.writeUInt32LE(1, 104 + 8 * i)
  }
  tiff.write('GPS-51.30.12', 150, 'latin1')
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

/** Words that occur only in the data to be removed from a picture or video. */
export const tellingWords = [
  'SpyCamera',
  'GPS-51',
  'Photographer',
  'Secret place',
  '+51.5074-000.1278',
  'com.apple.quicktime.location',
]

/**
 * A picture as a phone takes it: 12 million pixels with fine grain, some megabytes, upright according to its
 * orientation.
 */
export const phonePhoto = (width = 4000, height = 3000): Buffer => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const shade = context.createLinearGradient(0, 0, width, height)
  shade.addColorStop(0, '#123a5c')
  shade.addColorStop(1, '#f5a623')
  context.fillStyle = shade
  context.fillRect(0, 0, width, height)
  // The same grain each time, by a small generator.
  let seed = 1
  for (let count = 0; count < 60_000; count++) {
    seed = (seed * 48_271) % 2_147_483_647
    context.fillStyle = `hsl(${seed % 360} 60% ${30 + (seed % 40)}%)`
    context.fillRect(seed % width, (seed >> 8) % height, 6, 6)
  }
  const drawn = canvas.toBuffer('image/jpeg', 95)
  return Buffer.concat([drawn.subarray(0, 2), segment(0xe1, exif(6)), drawn.subarray(2)])
}
export const plainJpeg = (width = 120, height = 80): Buffer => draw(width, height).toBuffer('image/jpeg')
/**
 * A photo as a phone makes it: Exif with a position, XMP, a comment, Photoshop's block, and a second picture after its
 * end.
 */
export const telling = (orientation = 6): Buffer => {
  const base = plainJpeg()
  return Buffer.concat([
    base.subarray(0, 2),
    segment(0xe1, exif(orientation)),
    segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Photographer</x:xmpmeta>', 'latin1')),
    segment(0xed, Buffer.from('Photoshop 3.0\0Secret place', 'latin1')),
    segment(0xfe, Buffer.from('Secret place', 'latin1')),
    base.subarray(2),
    Buffer.from('MPF second picture: Secret place', 'latin1'),
  ])
}

const chunk = (name: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
export const plainPng = (width = 60, height = 40): Buffer => draw(width, height).toBuffer('image/png')
/** A PNG with texts, a time and Exif. */
export const tellingPng = (): Buffer => {
  const base = plainPng()
  const end = base.length - 12
  return Buffer.concat([
    base.subarray(0, 33),
    chunk('tEXt', Buffer.from('Author\0Photographer', 'latin1')),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync('Secret place')])),
    chunk('eXIf', exif(1).subarray(6)),
    chunk('tIME', Buffer.from([7, 234, 11, 21, 9, 0, 0])),
    base.subarray(33, end),
    chunk('vpAg', Buffer.from('Secret place', 'latin1')),
    base.subarray(end),
    Buffer.from('Secret place', 'latin1'),
  ])
}
/** A small file that is a picture of 900 million pixels. */
export const pngBomb = (side = 30_000): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pngOf = (
  width: number,
  height: number,
  rows: number,
  ancillary: readonly [name: string, content: Buffer][] = [],
): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...ancillary.map(([name, content]) => chunk(name, content)),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (1 + width)), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** A grey PNG that claims more rows than it has. */
export const cutPng = (side = 4000, rows = 3): Buffer => pngOf(side, side, rows)
/** A small complete PNG whose colour profile unpacks to so many bytes, with chunks that are not part of the picture. */
export const profilePng = (profileBytes: number): Buffer =>
  pngOf(40, 30, 30, [
    ['iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(profileBytes), { level: 9 })])],
    ['gAMA', Buffer.alloc(5000)],
    ['pHYs', Buffer.alloc(9)],
    ['pHYs', Buffer.alloc(9)],
  ])

/** A JPEG with this many scans. */
export const manyScansJpeg = (scans: number, width = 400, height = 300): Buffer => {
  const base = plainJpeg(width, height)
  const start = base.indexOf(Buffer.from([0xff, 0xda]))
  const scan = base.subarray(start, base.length - 2)
  return Buffer.concat([
    base.subarray(0, start),
    ...Array.from({ length: scans }, () => scan),
    base.subarray(base.length - 2),
  ])
}

const box = (name: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
/** Bytes that are neither text nor the beginning of a known format. */
const filler = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * 31 + 7) & 0xff))
/** An MP4 whose user data and metadata name a place; `size` bytes of video before its index. */
export const mp4 = (size = 1000, brand = 'isom'): Buffer => {
  const place = box('\u00a9xyz', Buffer.from('\0\u0012\u0015\u00c7+51.5074-000.1278/', 'latin1'))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\u0002\0isomiso2`, 'latin1')),
    box('mdat', filler(size)),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100, 1)),
      box('trak', box('tkhd', Buffer.alloc(84, 2)), box('udta', Buffer.from('Secret place'))),
      box('udta', place),
      box('meta', Buffer.from('com.apple.quicktime.location.ISO6709')),
    ),
  ])
}

/** An EBML element: its id, its size in four bytes (null: unknown, as while recording), its content. */
const element = (id: number[], content: Buffer, size: number | null = content.length): Buffer => {
  const length = Buffer.alloc(4)
  if (size === null) length.fill(0xff, 1)
  else length.writeUInt32BE(size)
  length[0] = size === null ? 0x1f : (length[0] ?? 0) | 0x10
  return Buffer.concat([Buffer.from(id), length, content])
}
const ebmlHead = (type: string): Buffer =>
  element(
    [0x1a, 0x45, 0xdf, 0xa3],
    Buffer.concat([element([0x42, 0x86], Buffer.from([1])), element([0x42, 0x82], Buffer.from(type))]),
  )
const tracks = (type: number): Buffer =>
  element(
    [0x16, 0x54, 0xae, 0x6b],
    element([0xae], Buffer.concat([element([0xd7], Buffer.from([1])), element([0x83], Buffer.from([type]))])),
  )
const cluster = (size: number, isLive: boolean): Buffer => {
  const content = Buffer.concat([
    element([0xe7], Buffer.from([0])),
    element([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), filler(size)])),
  ])
  return element([0x1f, 0x43, 0xb6, 0x75], content, isLive ? null : content.length)
}
const tag = (name: string, value: string): Buffer =>
  element(
    [0x73, 0x73],
    element(
      [0x67, 0xc8],
      Buffer.concat([element([0x45, 0xa3], Buffer.from(name)), element([0x44, 0x87], Buffer.from(value))]),
    ),
  )
const mkvTags = (): Buffer =>
  element(
    [0x12, 0x54, 0xc3, 0x67],
    Buffer.concat([tag('LOCATION', '+51.5074-000.1278/'), tag('ARTIST', 'Photographer')]),
  )
/** A Matroska video; `size` bytes of picture. `isLive`: as written when recording. `trackType`: 1 pictures, 2 sound. */
export const mkv = (
  size = 1000,
  {
    isLive = false,
    isTelling = false,
    trackType = 1,
    type = 'matroska',
  }: { isLive?: boolean; isTelling?: boolean; trackType?: number; type?: string } = {},
): Buffer => {
  const told = isTelling ? [mkvTags()] : []
  const content = Buffer.concat([
    element([0xec], Buffer.alloc(20)),
    tracks(trackType),
    ...told,
    cluster(Math.ceil(size / 2), isLive),
    cluster(Math.floor(size / 2), isLive),
    ...told,
  ])
  return Buffer.concat([ebmlHead(type), element([0x18, 0x53, 0x80, 0x67], content, isLive ? null : content.length)])
}
/** Only the beginning that identifies a Matroska file. */
export const mkvHead = (): Buffer => ebmlHead('matroska')

const chunkOf = (name: string, content: Buffer, size = content.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
const listOf = (type: string, content: Buffer, size = content.length + 4): Buffer =>
  chunkOf('LIST', Buffer.concat([Buffer.from(type), content]), size)
/** An AVI; `size` bytes of picture. `isLive`: sizes that nobody filled in. `stream`: vids pictures, auds sound. */
export const avi = (
  size = 1000,
  {
    isLive = false,
    isTelling = false,
    stream = 'vids',
  }: { isLive?: boolean; isTelling?: boolean; stream?: string } = {},
): Buffer => {
  const told = isTelling
    ? [
        listOf(
          'INFO',
          Buffer.concat([chunkOf('IART', Buffer.from('Photographer')), chunkOf('ICMT', Buffer.from('Secret place'))]),
        ),
        chunkOf('_PMX', Buffer.from('<x>Secret place</x>')),
      ]
    : []
  const head = listOf(
    'hdrl',
    Buffer.concat([
      chunkOf('avih', Buffer.alloc(56)),
      listOf(
        'strl',
        Buffer.concat([
          chunkOf('strh', Buffer.concat([Buffer.from(`${stream}MJPG`), Buffer.alloc(48)])),
          chunkOf('strf', Buffer.alloc(40)),
        ]),
      ),
    ]),
  )
  const film = listOf('movi', chunkOf('00dc', filler(size)), isLive ? 0 : undefined)
  const content = Buffer.concat([
    Buffer.from('AVI '),
    head,
    ...told,
    film,
    ...(isLive ? [] : [chunkOf('idx1', Buffer.alloc(16)), ...told]),
  ])
  return chunkOf('RIFF', content, isLive ? 0 : content.length)
}
export const aviHead = (): Buffer => avi(10).subarray(0, 12)

const flvTag = (kind: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(11)
  head[0] = kind
  head.writeUIntBE(content.length, 1, 3)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(content.length + 11)
  return Buffer.concat([head, content, end])
}
export const flvHead = (): Buffer => Buffer.from('FLV\u0001\u0005\0\0\0\u0009\0\0\0\0', 'latin1')
/** A Flash video: a script tag, sound, pictures of `size` bytes in total. `kind`: 9 pictures, 8 sound. */
export const flv = (size = 1000, kind = 9): Buffer => {
  const tags = []
  for (let left = size; left > 0; left -= 1_000_000) tags.push(flvTag(kind, filler(Math.min(left, 1_000_000))))
  return Buffer.concat([flvHead(), flvTag(18, Buffer.from('onMetaData')), flvTag(8, filler(20)), ...tags])
}
