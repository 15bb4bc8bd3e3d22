/** Measures how long it takes until a captcha's challenge is drawn and sent. */
import { exportJWK, generateKeyPair } from 'jose'
import { read } from './portal'
import { measureEach, spread, type Table } from './table'

/** Requests challenges from the running portal, one after the other, as the dialog does. */
export const benchCaptcha = async (origin: string): Promise<Table[]> => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url')
  const address = `${origin}/api/authority/secondCaptcha?purpose=sign-in&publicKey=${key}`
  return [
    {
      title: 'A challenge of a random kind drawn, encrypted and sent (ms; to reach: p95 25)',
      columns: ['way', 'median', 'p95', 'most'],
      rows: [['secondCaptcha', ...spread(await measureEach(120, () => read(address), 10))]],
    },
  ]
}
