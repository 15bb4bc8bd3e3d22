/** The endpoints that precede a sign-in: the captcha, and what encrypting a body needs. */
import { CompactEncrypt, importJWK } from 'jose'
import { z } from 'zod'
import { getEncryptionKey } from '~/modules/body-key/body-key.server'
import { captchaKinds, captchaPurposes, maxAnswerLength } from '~/modules/captcha/captcha.schema'
import { answerChallenge, newChallenge, type Challenge } from '~/modules/captcha/captcha.server'
import { data, done, endpoint, type Endpoint } from './endpoint'
import { fail, ok, type Result } from '~/errors/table'
import { dropUnseen } from '~/text/unseen'

/** A public key is about 130 bytes of JSON; twice that leaves room for other members. */
const maxKeyLength = 600
/** Longer than any challenge's key. */
const maxChallengeKeyLength = 64

const jwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(64),
  y: z.string().max(64),
})
type ClientKey = Awaited<ReturnType<typeof importJWK>>

/** Reads the client's public key, the base64url of its JWK. A0422 for anything that is not a point of P-256. */
const readClientKey = async (text: string): Promise<Result<ClientKey>> => {
  try {
    // Only the public half is used, whatever else was sent.
    return ok(await importJWK(jwkSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))), 'ECDH-ES'))
  } catch {
    return fail('A0422', { field: 'publicKey' })
  }
}

const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`

/**
 * The contents of the encrypted answer: no slideImage for digits, "rotate" for a rotation, otherwise the slider's
 * piece.
 */
const shownChallenge = (challenge: Challenge): { image: string; key: string; slideImage?: string } => ({
  image: dataUrl(challenge.imageType, challenge.image),
  key: challenge.key,
  ...(challenge.kind === 'rotate'
    ? { slideImage: 'rotate' }
    : challenge.piece === null
      ? {}
      : { slideImage: dataUrl(challenge.pieceType, challenge.piece) }),
})

export const captchaAndKeyEndpoints: readonly Endpoint[] = [
  endpoint('GET /authority/secondCaptcha', {
    summary:
      'A captcha for a purpose, after B0005. The answer’s data is a compact JWE (ECDH-ES, A256GCM) to the given public key (P-256 JWK, base64url of its JSON) of {image, key, slideImage}: slideImage is "rotate" for a rotation, the piece (a data URL) for a slider, absent for the text code. Two minutes, one answer.',
    access: { who: 'anyone' },
    input: z.object({
      purpose: z.enum(captchaPurposes, 'A0422').default('sign-in'),
      publicKey: z.string('A0422').min(1, 'A0422').max(maxKeyLength, 'A0422'),
      kind: z.enum(captchaKinds, 'A0422').optional().meta({
        description:
          'The kind that the person asks for; otherwise, and if the purpose does not use this kind (text only for sign-in and register), one at random.',
      }),
    }),
    output: z.string(),
    codes: ['A0422', 'I1009'],
    act: false,
    handler: async ({ input, visit }) => {
      const key = await readClientKey(input.publicKey)
      if (!key.ok) return key
      const made = await newChallenge({ visit, purpose: input.purpose, kind: input.kind ?? null })
      if (!made.ok) return made
      const text = new TextEncoder().encode(JSON.stringify(shownChallenge(made.value)))
      return data(
        await new CompactEncrypt(text).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' }).encrypt(key.value),
      )
    },
  }),
  endpoint('POST /authority/verifyCaptcha', {
    summary:
      'The answer to a captcha, encrypted: code is the typed digits, "x_y" (the piece’s upper left corner in whole pixels, right within 8), or the angle in degrees (right within 9); key is the challenge’s; info is the purpose. A right answer counts once for that purpose, within two minutes.',
    access: { who: 'anyone' },
    input: z.object({
      code: z
        .union([z.string(), z.number()], 'A0422')
        .transform(String)
        .transform((text) => dropUnseen(text).trim())
        .pipe(z.string().min(1, 'A0422').max(maxAnswerLength, 'U1003')),
      key: z.string('A0422').min(1, 'A0422').max(maxChallengeKeyLength, 'I1103'),
      info: z.enum(captchaPurposes, 'A0422').default('sign-in'),
    }),
    output: z.null(),
    codes: ['A0422', 'A0424', 'I1009', 'I1102', 'I1103', 'U1003'],
    sealed: 'body',
    handler: async ({ input, visit }) =>
      done(await answerChallenge({ visit, key: input.key, purpose: input.info, code: input.code })),
  }),
  endpoint('GET /authority/nonce', {
    summary:
      'What one encrypted body needs: the newest public key and a nonce, good for five minutes by the server’s clock and for one body.',
    access: { who: 'anyone' },
    output: z.object({
      nonce: z.string(),
      jwk: z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.literal('ECDH-ES'),
        use: z.literal('enc'),
      }),
    }),
    act: false,
    limit: { points: 300, seconds: 60 },
    handler: async () => data(await getEncryptionKey()),
  }),
]
