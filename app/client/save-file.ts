/** Makes the browser save bytes in memory as a file. */

/** The browser needs the address until it has begun to save. */
const keptMs = 60_000

export const saveFile = (blob: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}
