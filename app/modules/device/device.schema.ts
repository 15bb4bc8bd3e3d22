/** What a person types about a box, and what a box reports about itself. */
import { z } from 'zod'
import { serialNumber } from '~/modules/registry/registry.schema'
import { plainDigits } from '~/text/digits'
import { countGraphemes } from '~/text/graphemes'
import { plainLine } from '~/text/plain-text'
import { dropUnseen } from '~/text/unseen'
import { boxSettings, parseSettings, settingNames, type BoxSettings, type SettingName } from './setting'
import { normalForm } from '~/text/normal-form'

export { boxClosures, printSettings, settingNames, settingSources } from './setting'

/** A code in comparable form: capitals, without the hyphen and spaces that make it readable. */
export const normalizeUserCode = (text: string): string =>
  normalForm(dropUnseen(text), 'NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–]/gu, '')
/** A code as screens show it: BCDF-GHJK. */
export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
export const userCodeLength = 8

/** `missing`: the code for an entry that is not eight letters. */
const userCodeOr = (missing: 'D1103' | 'A0422') =>
  z
    .string(missing)
    .max(100, missing)
    .transform(normalizeUserCode)
    .refine((code) => /^[A-Z]{8}$/.test(code), missing)

/** The number repeated: it only has to equal the first one. */
const serialNumberEntry = z
  .string('D1107')
  .max(100, 'D1107')
  .transform((text) => plainDigits(text) ?? text.trim())

/**
 * Binding by the code on the screen; the form asks for the serial number twice. `pairing`: the pairing whose facts the
 * person has seen.
 */
export const bindFormSchema = z
  .object({
    sn: serialNumber,
    repeatSn: serialNumberEntry,
    code: userCodeOr('A0422'),
    pairing: z.string('A0422').max(64, 'A0422').optional(),
    batch: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional()
      .catch(undefined),
  })
  .refine((value) => value.sn === value.repeatSn, { path: ['repeatSn'], message: 'D1107' })
/** The same for /api, in its field names. */
export const bindCallSchema = z
  .object({
    sn: serialNumber.meta({ description: 'The serial number, 12 digits' }),
    repeatSn: serialNumberEntry.meta({ description: 'The same number again' }),
    verifyCode: userCodeOr('A0422').meta({ description: 'The eight letters on the box’s screen' }),
    pairing: z
      .string('A0422')
      .max(64, 'A0422')
      .optional()
      .meta({ description: 'From the answer `confirm`: its facts were seen and are right' }),
    batch: z.string('A0422').optional(),
  })
  .refine((value) => value.sn === value.repeatSn, { path: ['repeatSn'], message: 'D1107' })
/** Binding by the link in a QR code: both parts are already filled in. */
export const bindLinkSchema = z.object({ sn: serialNumber, code: userCodeOr('D1103') })
export type BindInput = z.output<typeof bindLinkSchema>

/**
 * The network of an address in a form that people can compare: enough to recognise one's own network, not enough to
 * find a house.
 */
export const showNetwork = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return `${mapped ?? address.split('.').slice(0, 3).join('.')}.…`
  return `${address.split('%', 1)[0]?.split(':').slice(0, 3).join(':') ?? ''}:…`
}

export const maxNicknameLength = 20
export const nicknameSchema = z
  .string('A0422')
  .max(400, 'A0422')
  .transform(plainLine)
  .refine((text) => countGraphemes(text, maxNicknameLength + 1) <= maxNicknameLength, 'A0422')
/** An empty name removes the nickname. */
export const renameFormSchema = z.object({ nickname: nicknameSchema })

/** A schema for each setting of a box; settings that are on or off get the given one. */
export const settingShape = <OnOff extends z.ZodType<boolean>>(onOff: OnOff) =>
  Object.fromEntries(
    settingNames.map((name) => {
      const { first, values } = boxSettings[name]
      return [name, typeof first === 'boolean' ? onOff : z.enum(values as readonly string[], 'A0422')]
    }),
  ) as unknown as {
    [Name in SettingName]: BoxSettings[Name] extends boolean ? OnOff : z.ZodType<BoxSettings[Name], string>
  }

/** What the form showed when it was opened: only a field that differs from this counts as changed. */
export const shownSettingsSchema = z.string('A0422').max(200, 'A0422').transform(parseSettings)

/**
 * A text that some boxes send as a JSON number. A number that JavaScript can't represent exactly stays a number, and is
 * refused.
 */
export const boxText = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? String(value)
        : value,
    schema,
  )

/** A box's reports about itself are shown, never trusted: plain text, refused if too long. */
const fact = boxText(
  z
    .string('A0422')
    .max(64, 'A0422')
    .regex(/^[^\p{Cc}]*$/u, 'A0422'),
).optional()
/** Who started a box's update of its list. */
export const updateReasons = ['auto', 'manual'] as const
/** The result of an update. `refused`: the signature was wrong; `failed`: the box could not use the list. */
export const updateResults = ['loaded', 'same', 'refused', 'failed'] as const
const updateReport = z.object({
  list: z.string('A0422').min(1, 'A0422').max(64, 'A0422'),
  revision: z.number('A0422').int('A0422').min(1, 'A0422').max(1_000_000_000, 'A0422').optional(),
  reason: z.enum(updateReasons, 'A0422').optional(),
  result: z.enum(updateResults, 'A0422'),
  why: fact.meta({ description: 'the box’s own word for it, at most 64 characters' }),
})
export const reportSchema = z.object({
  deviceId: fact,
  cpu: fact,
  memory: fact,
  flash: fact,
  softwareVersion: fact,
  model: fact,
  update: updateReport.optional(),
})
export type BoxReport = z.output<typeof reportSchema>
