/** Small pictures and films made by our own code: whole ones, such that tell too much, and such that are not what they say. */
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

/** An Exif block with the camera's maker, how it was held, and a place by GPS. */
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

/** Words that stand only in what a picture or film must lose. */
export const tellingWords = ['SpyCamera', 'GPS-51', 'Photographer', 'Secret place', '+51.5074-000.1278', 'com.apple.quicktime.location']

export const plainJpeg = (width = 120, height = 80): Buffer => draw(width, height).toBuffer('image/jpeg')
/** A photo as a phone makes it: Exif with a place, XMP, a comment, Photoshop's block, and a second picture behind its end. */
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
/** A small file that is a picture of 900 million points. */
export const pngBomb = (side = 30_000): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 })
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const box = (name: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const filler = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * 31 + 7) & 0xff))
/** An MP4 whose user data and metadata name a place; `size` bytes of film in front of its table. */
export const mp4 = (size = 1000, brand = 'isom'): Buffer => {
  const place = box('\u00a9xyz', Buffer.from('\0\u0012\u0015\u00c7+51.5074-000.1278/', 'latin1'))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\u0002\0isomiso2`, 'latin1')),
    box('mdat', filler(size)),
    box('moov', box('mvhd', Buffer.alloc(100, 1)), box('trak', box('tkhd', Buffer.alloc(84, 2)), box('udta', Buffer.from('Secret place'))), box('udta', place), box('meta', Buffer.from('com.apple.quicktime.location.ISO6709'))),
  ])
}
export const mkv = (size = 1000): Buffer => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x8f, 0x42, 0x86, 0x81, 0x01, 0x42, 0x82, 0x88]), Buffer.from('matroska'), Buffer.from([0x18, 0x53, 0x80, 0x67]), filler(size)])
export const avi = (size = 1000): Buffer => Buffer.concat([Buffer.from('RIFF'), Buffer.from([0, 4, 0, 0]), Buffer.from('AVI LIST'), filler(size)])
export const flv = (size = 1000): Buffer => Buffer.concat([Buffer.from('FLV\u0001\u0005\0\0\0\u0009', 'latin1'), filler(size)])
