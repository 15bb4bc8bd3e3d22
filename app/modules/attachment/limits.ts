/** What may be attached, each limit with its reason; one table for server and browser. */

export const attachmentKinds = ['image', 'video'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

export const attachmentLimits = {
  /** Of one feedback, replies and all. */
  images: 3,
  videos: 1,
  /** 200 K, inclusive. */
  imageBytes: 204_800,
  /** Below 300 MiB. */
  videoBytes: 314_572_799,
  /** One request of a video that comes in parts: small enough to be sent again after a cut, large enough to be few. */
  chunkBytes: 4_194_304,
  /** A picture's points: decoded it takes four bytes each, about 100 MB. A small file that claims more is a bomb. */
  imagePixels: 24_000_000,
  /**
   * Passes over a JPEG: encoders make up to about a dozen; a file of 200 K can hold a hundred, each of which costs as
   * much as the picture.
   */
  jpegScans: 32,
  /** Points times passes of a JPEG: the largest picture a dozen times over, some seconds of one processor. */
  jpegWork: 288_000_000,
  /** A colour profile, unpacked: the longest of printers have about half of it. What is longer is dropped. */
  profileBytes: 2_097_152,
  /** Pictures that are decoded at one time. Each takes up to 100 MB and a processor for up to some seconds. */
  decoding: 2,
  /** Of one account at a time; a page sends one file after the other. */
  unfinished: 5,
  /** As the person named the file. */
  nameCharacters: 200,
} as const

/** What a file's name must end in, and the family that its content must belong to. */
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
export const mostBytesOf = (kind: AttachmentKind): number =>
  kind === 'image' ? attachmentLimits.imageBytes : attachmentLimits.videoBytes
export const mostOf = (kind: AttachmentKind): number =>
  kind === 'image' ? attachmentLimits.images : attachmentLimits.videos

/** The family that a file's name promises; null where it is none of its kind's. */
export const familyOfName = (kind: AttachmentKind, name: string): Family | null => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const known: Readonly<Record<string, Family>> = attachmentEndings[kind]
  return name.includes('.') && Object.hasOwn(known, ending) ? (known[ending] ?? null) : null
}
