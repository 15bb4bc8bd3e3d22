/**
 * A complete program for the portal's API: signs in with an encrypted body, refreshes its tokens, uploads a channel
 * list and signs out. Uses plain Node and the `jose` package, and nothing of the portal's own code.
 *
 *   node scripts/examples/program.mjs http://localhost:3000 demo-user mango-demo my-list.sdx
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CompactEncrypt, importJWK } from 'jose'

/** An answer whose code is not "0". */
export class PortalError extends Error {
  constructor(status, { code, message, data }) {
    super(`${code}: ${message}`)
    Object.assign(this, { name: 'PortalError', status, code, data })
  }
}

/** Calls the API and returns `data`; throws PortalError for every other code. */
const send = async (origin, method, address, { headers = {}, body } = {}) => {
  const response = await fetch(`${origin}${address}`, {
    method,
    headers: { 'accept-language': 'en', ...headers },
    body,
  })
  const answer = await response.json()
  if (answer.code !== '0') throw new PortalError(response.status, answer)
  return answer.data
}

/**
 * Encrypts a value for one call: a compact JWE to the portal's newest public key. The nonce makes it valid for one call
 * within five minutes by the portal's clock; this machine's clock does not matter. `aud` binds it to the path.
 */
export const encrypt = async (origin, address, value) => {
  const [{ keys }, { nonce }] = await Promise.all([
    fetch(`${origin}/.well-known/jwks.json`).then((response) => response.json()),
    send(origin, 'GET', '/api/authority/nonce'),
  ])
  const [key] = keys
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, nonce, aud: address })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}

const postEncrypted = async (origin, address, value) =>
  send(origin, 'POST', address, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwe: await encrypt(origin, address, value) }),
  })

/** Signs in. `askSecondCode` is called for the authenticator's code if the account has one. */
export const login = async (origin, identifier, password, askSecondCode) => {
  try {
    return await postEncrypted(origin, '/api/iot/customer/login', { identifier, password })
  } catch (error) {
    if (error.code !== 'I1208' || askSecondCode === undefined) throw error
    return postEncrypted(origin, '/api/iot/customer/login/second', {
      pending: error.data.pending,
      code: await askSecondCode(),
    })
  }
}

/** A signed-in program. When its tokens have expired (I1303) it refreshes them once and repeats the call. */
export class Program {
  constructor(origin, tokens) {
    this.origin = origin
    this.tokens = tokens
  }
  async call(method, address, options = {}) {
    const attempt = () => {
      const { accessToken, token, userId } = this.tokens
      return send(this.origin, method, address, {
        ...options,
        headers: { ...options.headers, accessToken, token, userId },
      })
    }
    try {
      return await attempt()
    } catch (error) {
      if (error.code !== 'I1303') throw error
      await this.refresh()
      return attempt()
    }
  }
  /** Exchanges the refresh token; the old tokens become invalid. */
  async refresh() {
    const body = JSON.stringify({ refreshToken: this.tokens.refreshToken })
    this.tokens = await send(this.origin, 'POST', '/api/iot/customer/refreshToken', {
      headers: { 'content-type': 'application/json' },
      body,
    })
  }
  async upload(name, bytes) {
    const form = new FormData()
    form.set('name', name)
    form.set('file', new Blob([bytes]), name)
    return this.call('POST', '/api/chmax/lists', { body: form })
  }
  logout() {
    return this.call('POST', '/api/iot/customer/logout')
  }
}

const main = async ([origin, identifier, password, file]) => {
  if (file === undefined) {
    console.error('node scripts/examples/program.mjs ORIGIN USER PASSWORD FILE')
    return 2
  }
  const program = new Program(origin, await login(origin, identifier, password))
  console.log(`signed in as ${program.tokens.userName}`)
  await program.refresh()
  console.log('refreshed')
  const list = await program.upload(path.basename(file, path.extname(file)).slice(0, 20), await readFile(file))
  console.log(`uploaded ${list.name}: ${list.counts.channels} channels`)
  await program.logout()
  console.log('signed out')
  return 0
}
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(String(error.message ?? error))
    process.exitCode = 1
  }
}
