/** Measures how long it takes until a captcha's challenge is drawn and sent. */
import { randomBytes, randomInt } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { RightAnswer } from '~/modules/captcha/answer'
import { captchaKinds, type CaptchaKind } from '~/modules/captcha/captcha.schema'
import { drawPictures } from '~/modules/captcha/draw/pictures.server'
import { makeSlidePlace } from '~/modules/captcha/draw/place'
import { spread, type Table } from './table'

const makeRight = (kind: CaptchaKind): RightAnswer => {
  if (kind === 'text') return { kind, digits: String(randomInt(10_000)).padStart(4, '0') }
  return kind === 'slider' ? { kind, ...makeSlidePlace(randomInt) } : { kind, degrees: randomInt(25, 336) }
}

/** Requests challenges from the running portal, one after the other, as the dialog does. */
export const benchCaptcha = async (origin: string, times = 120): Promise<Table[]> => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url')
  const ms: number[] = []
  let bytes = 0
  for (let i = -10; i < times; i++) {
    const at = performance.now()
    const answer = await fetch(`${origin}/api/authority/secondCaptcha?purpose=sign-in&publicKey=${key}`)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`secondCaptcha answered ${answer.status}: ${text.slice(0, 200)}`)
    if (i < 0) continue
    ms.push(performance.now() - at)
    bytes += text.length
  }
  const drawn: Table['rows'] = []
  for (const kind of captchaKinds) {
    const took: number[] = []
    for (let i = -5; i < 60; i++) {
      const right = makeRight(kind)
      const at = performance.now()
      await drawPictures({ seed: randomBytes(16).toString('hex'), right })
      if (i >= 0) took.push(performance.now() - at)
    }
    drawn.push([`drawing alone: ${kind}`, ...spread(took)])
  }
  return [
    {
      title: `A challenge drawn, encrypted and sent, ${Math.round(bytes / times / 1024)} KB (ms; to reach: p95 25)`,
      columns: ['way', 'median', 'p95', 'most'],
      rows: [['secondCaptcha, kinds at random', ...spread(ms)], ...drawn],
    },
  ]
}
