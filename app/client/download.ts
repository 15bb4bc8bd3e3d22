/**
 * Downloads by script, for links with `data-download`: the file is saved under the name from its answer. If the answer
 * is a code instead of a file, its sentence is shown on the page. Without scripts the browser follows the link.
 */
import { useEffect } from 'react'
import { isPlainClick } from './plain-click'
import { saveFile } from './save-file'

/** Called by pages with such links. */
export const useDownloads = (): void => {
  useEffect(() => {
    const pending = new Set<string>()
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-download]') : null
      if (link === null || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      const { pathname, search } = new URL(link.href)
      const address = pathname + search
      if (pending.has(address)) return
      pending.add(address)
      void import('./api/call')
        .then(({ downloadFile }) => downloadFile(address.replace(/^\/api/, '')))
        .then((file) => {
          if (file !== null) saveFile(file.blob, file.name)
        })
        .catch(() => location.assign(address))
        .finally(() => pending.delete(address))
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}
