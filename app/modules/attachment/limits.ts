/** The limits on attachments, with reasons; a single table for server and browser. */

export const attachmentKinds = ['image', 'video'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

export const attachmentLimits = {
  /** Per feedback, including replies. */
  images: 3,
  videos: 1,
  /** 200 K, inclusive. */
  imageBytes: 204_800,
  /** Below 300 MiB. */
  videoBytes: 314_572_799,
  /**
   * The size of one request of a video that arrives in parts: small enough to resend after an interruption, large
   * enough to need few requests.
   */
  chunkBytes: 4_194_304,
  /**
   * A picture's pixels: decoded, each takes four bytes, about 100 MB in total. A small file that claims more is a
   * decompression bomb.
   */
  imagePixels: 24_000_000,
  /**
   * Scans of a JPEG: encoders write up to about a dozen. A file of 200 K can contain a hundred, each as costly as the
   * picture.
   */
  jpegScans: 32,
  /** Pixels times scans of a JPEG: a dozen times the largest picture, some seconds of one processor. */
  jpegWork: 288_000_000,
  /**
   * The unpacked size of a colour profile: the largest printer profiles have about half of this. A longer profile is
   * dropped.
   */
  profileBytes: 2_097_152,
  /** Unfinished files per account at a time; a page sends its files one after the other. */
  unfinished: 5,
  /** As the person named the file. */
  nameCharacters: 200,
} as const

/** The extension that a file's name must have, and the family that its content must belong to. */
export const attachmentEndings = {
  image: { jpg: 'jpeg', jpeg: 'jpeg', png: 'png' },
  video: { mp4: 'iso', mov: 'iso', mkv: 'matroska', avi: 'avi', flv: 'flv' },
} as const satisfies Record<AttachmentKind, Record<string, string>>
export type Family = 'jpeg' | 'png' | 'iso' | 'matroska' | 'avi' | 'flv'

/** For a file input's `accept`. */
export const acceptOf = (kind: AttachmentKind): string =>
  Object.keys(attachmentEndings[kind])
    .map((ending) => `.${ending}`)
    .join(',')
export const maxBytesOf = (kind: AttachmentKind): number =>
  kind === 'image' ? attachmentLimits.imageBytes : attachmentLimits.videoBytes
export const maxFilesOf = (kind: AttachmentKind): number =>
  kind === 'image' ? attachmentLimits.images : attachmentLimits.videos

/** The family that a file's extension promises; null if its kind has none. */
export const familyOfName = (kind: AttachmentKind, name: string): Family | null => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const known: Readonly<Record<string, Family>> = attachmentEndings[kind]
  return name.includes('.') && Object.hasOwn(known, ending) ? (known[ending] ?? null) : null
}
