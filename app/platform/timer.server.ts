/** Work that is done a while later. A timer never keeps the program running by itself, unless its caller says so. */

/** Ends a timer whose work has not begun; does nothing afterwards. */
export type Stop = () => void

/** Does the work once after `ms`. `keeps`: the program stays for it. */
export const later = (ms: number, work: () => void, { keeps = false }: { keeps?: boolean } = {}): Stop => {
  const timer = setTimeout(work, ms)
  if (!keeps) timer.unref()
  return () => clearTimeout(timer)
}
