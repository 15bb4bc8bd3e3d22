/**
 * Makes a photo fit: a phone's camera gives pictures of some megabytes, and a picture may have 200 K. It is drawn
 * smaller, as a JPEG, until it fits; the original stays as it is on the phone. What can't be drawn goes as it came, and
 * the server says why not.
 */

/** One try: the longest side in pixels, and the JPEG's quality. */
export type Try = { side: number; quality: number }

const sides = [2048, 1600, 1280, 1024, 800, 640] as const
const qualities = [0.82, 0.68, 0.55] as const

/**
 * The tries in order: as large as a screen shows it, then coarser, then smaller. None is larger than the picture
 * itself.
 */
export const planTries = (longestSide: number): Try[] => {
  const fitting = sides.filter((side) => side < longestSide)
  return (longestSide <= sides[0] ? [longestSide, ...fitting] : fitting).flatMap((side) =>
    qualities.map((quality) => ({ side, quality })),
  )
}

/** The name that says what the file is now. */
export const jpegName = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '')}.jpg`

const toJpeg = (picture: ImageBitmap, { side, quality }: Try): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // A JPEG has no see-through places.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * The picture within `mostBytes`, upright, with the date of the original; the original where it fits already or can't
 * be made to.
 */
export const shrinkPicture = async (file: File, mostBytes: number): Promise<File> => {
  if (file.size <= mostBytes) return file
  try {
    const picture = await createImageBitmap(file)
    try {
      for (const one of planTries(Math.max(picture.width, picture.height))) {
        const blob = await toJpeg(picture, one)
        if (blob === null) return file
        if (blob.size <= mostBytes)
          return new File([blob], jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified })
      }
      return file
    } finally {
      picture.close()
    }
  } catch {
    return file
  }
}
