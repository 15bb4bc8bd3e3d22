/**
 * Shrinks a photo: phone cameras take pictures of some megabytes, and a picture may have 200 K. It is redrawn as a
 * JPEG, smaller and smaller, until it fits; the original on the phone is unchanged. A picture that can't be drawn is
 * sent unchanged, and the server says what is wrong.
 */

/** One attempt: the longest side in pixels, and the JPEG's quality. */
export type Try = { side: number; quality: number }

const sides = [2048, 1600, 1280, 1024, 800, 640] as const
const qualities = [0.82, 0.68, 0.55] as const

/**
 * The attempts in order: first at screen size, then with lower quality, then smaller. None is larger than the picture
 * itself.
 */
export const planTries = (longestSide: number): Try[] => {
  const fitting = sides.filter((side) => side < longestSide)
  return (longestSide <= sides[0] ? [longestSide, ...fitting] : fitting).flatMap((side) =>
    qualities.map((quality) => ({ side, quality })),
  )
}

/** The name with the new type's extension. */
export const jpegName = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '')}.jpg`

const toJpeg = (picture: ImageBitmap, { side, quality }: Try): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * Returns the picture within `maxBytes`, upright, with the original's date; the original if it already fits or can't
 * be shrunk.
 */
export const shrinkPicture = async (file: File, maxBytes: number): Promise<File> => {
  if (file.size <= maxBytes) return file
  try {
    const picture = await createImageBitmap(file)
    try {
      for (const one of planTries(Math.max(picture.width, picture.height))) {
        const blob = await toJpeg(picture, one)
        if (blob === null) return file
        if (blob.size <= maxBytes)
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
