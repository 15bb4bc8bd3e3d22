/**
 * The client's state in session storage: encrypted with AES-GCM under a key that the server keeps with the session, so
 * that remains on a disk are useless once the session has ended. It is encrypted in advance, because a page that
 * unloads can't wait.
 */
import { storedKey as storageName } from './stored-key'

const ivBytes = 12

export type ClientState = {
  username: string
  accessToken: string
  gatewayToken: string
  language: string
  allUnReadNum: number
  lastClickTime: number
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

let ready: string | null = null
let asked = 0

/** Encrypts the state for the next unload. Without a secure context nothing can be encrypted, and nothing is stored. */
export const prepareState = async (key: string, state: ClientState): Promise<void> => {
  if (!crypto.subtle) return
  const turn = ++asked
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const body = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await importKey(key),
    new TextEncoder().encode(JSON.stringify(state)),
  )
  // The newest state wins, and none is stored after the session's end.
  if (turn === asked) ready = toBase64(new Uint8Array([...iv, ...new Uint8Array(body)]))
}

/** Called when the page unloads: stores the encrypted state while signed in. */
export const storeState = (): void => {
  try {
    if (ready !== null) sessionStorage.setItem(storageName, ready)
  } catch {
    // If storage is refused, nothing is lost that the server does not have.
  }
}

/** The state of the previous page, if it belonged to this session. */
export const restoreState = async (key: string): Promise<ClientState | null> => {
  try {
    const sealed = sessionStorage.getItem(storageName)
    if (sealed === null || !crypto.subtle) return null
    const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0))
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes) },
      await importKey(key),
      bytes.subarray(ivBytes),
    )
    return JSON.parse(new TextDecoder().decode(opened)) as ClientState
  } catch {
    // From an older session, whose key is gone: useless to anybody.
    forgetStored()
    return null
  }
}

/** Removes the session's data from session storage. */
export const forgetStored = (): void => {
  asked++
  ready = null
  try {
    sessionStorage.clear()
  } catch {
    // As above.
  }
}
