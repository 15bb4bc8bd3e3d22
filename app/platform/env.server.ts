/**
 * The settings, and the only reader of process.env. They are checked once at start. Each wrong setting stops the
 * program with one sentence that names it. Every name here is explained in .env.example.
 */
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const count = (least: number, most: number) => z.string().transform(Number).pipe(z.number().int().min(least).max(most))
const names = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** An address or a block: 10.0.0.0/8, ::1. */
const isBlock = (entry: string): boolean => {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}
const refuseOthers = (entries: string[], context: z.RefinementCtx): void => {
  for (const entry of entries)
    if (!isBlock(entry))
      context.addIssue({ code: 'custom', message: `"${entry}" is no address and no block such as 10.0.0.0/8` })
}
const proxies = names.superRefine(refuseOthers)
/** Customers are sent to this address: it must use TLS, and be short enough for a QR code that a phone can read. */
const appAddress = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(300, 'must have at most 300 characters')
  .optional()

/** Parses a fee into 1/10000 of a Mango, or of a percent when it is a share. */
const feeOf = (text: string): Readonly<{ units: bigint; isShare: boolean }> => {
  const [whole = '', decimals = ''] = text.replace('%', '').split('.')
  return Object.freeze({ units: BigInt(whole + decimals.padEnd(4, '0')), isShare: text.endsWith('%') })
}
/** The largest fee of a transfer: half of its amount, or 100 Mango. More is a typing error. */
const feeMost = { share: 500_000n, units: 1_000_000n }

/** The demo shows this address on its pages; it belongs to nobody. */
const exampleEmail = 'support@mango-portal.example'

const schema = z.object({
  PORTAL_MODE: z.enum(['demo', 'production']).default('production'),
  HOST: z.string().min(1).optional(),
  PORT: count(0, 65535).default(3000),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_FILE: z.string().min(1).optional(),
  MIGRATIONS: z.enum(['apply', 'require']).default('require'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUSTED_PROXIES: proxies.default([]),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text).origin)
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  STOP_TIMEOUT_MS: count(100, 600_000).default(10_000),
  REQUEST_TIMEOUT_MS: count(1_000, 3_600_000).default(60_000),
  HEADERS_TIMEOUT_MS: count(1_000, 600_000).default(15_000),
  MAX_CONNECTIONS: count(1, 1_000_000).default(10_000),
  MAX_FORM_BYTES: count(1024, 1_073_741_824).default(1_048_576),
  MAX_UPLOAD_BYTES: count(1024, 1_073_741_824).default(16_777_216),
  MAX_JSON_BYTES: count(1024, 1_073_741_824).default(4_194_304),
  MAX_BODY_MEMORY_BYTES: count(1024, 68_719_476_736).default(268_435_456),
  UPLOADS_DIR: z.string().min(1).optional(),
  UPLOAD_TIMEOUT_MS: count(1_000, 86_400_000).default(3_600_000),
  UPLOAD_IDLE_MS: count(100, 600_000).default(30_000),
  MIN_FREE_DISK_BYTES: count(0, Number.MAX_SAFE_INTEGER).default(1_073_741_824),
  LIST_ROOM_BYTES: count(1_048_576, Number.MAX_SAFE_INTEGER).default(67_108_864),
  ATTACHMENT_DAILY_BYTES: count(1024, Number.MAX_SAFE_INTEGER).default(1_073_741_824),
  ATTACHMENT_DAILY_FILES: count(1, 100_000).default(30),
  SESSION_IDLE_MINUTES: count(1, 1440).default(30),
  SESSION_LIFE_DAYS: count(1, 3650).default(30),
  SINGLE_SESSION: flag.default(false),
  PLAIN_BODIES: z.enum(['on', 'off']).default('off'),
  LIMITS: z.enum(['on', 'off']).default('on'),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  SMS_DAILY_CAP: count(0, 10_000_000).default(500),
  ORDER_WINDOW_MINUTES: count(5, 120).default(15),
  RECHARGE_WINDOW_MINUTES: count(5, 120).default(10),
  RECHARGE_DAILY_MOST: count(10, 10_000_000).default(30_000),
  TRANSFER_FEE: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,4})?%?$/, {
      error: 'must be an amount of Mango such as 0.1, or a share such as 1.5%',
      // `feeOf` reads nothing else.
      abort: true,
    })
    .refine((text) => {
      const { units, isShare } = feeOf(text)
      return units <= (isShare ? feeMost.share : feeMost.units)
    }, 'must be at most 50%, or 100 Mango')
    .default('0'),
  TRANSFER_DAY_AMOUNT: count(1, 10_000_000).default(1000),
  TRANSFER_DAY_COUNT: count(1, 100_000).default(50),
  CARD_HOLD_DAYS: count(0, 365).default(14),
  CASHBACK_PERCENT: count(0, 50).default(0),
  SECOND_OPERATOR_MANGO: count(0, 1_000_000).default(100),
  SECOND_OPERATOR_POINTS: count(0, 100_000_000).default(10_000),
  INVITATION_POINTS: count(0, 100_000).default(100),
  INVITATIONS_PER_DAY: count(1, 10_000).default(10),
  POINTS_EXPIRE_MONTHS: count(0, 120).default(0),
  SMTP_URL: z.string().optional(),
  SMTP_TLS: z.enum(['required', 'optional', 'off']).optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  SMS_PROVIDER: z.enum(['twilio', 'vonage']).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_ACCOUNT: z.string().min(1).optional(),
  SMS_SECRET: z.string().min(1).optional(),
  SMS_FROM: z
    .string()
    .regex(/^(?:\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/, 'must be a number or 1 to 11 letters and digits')
    .optional(),
  APP_ANDROID_URL: appAddress,
  APP_IOS_URL: appAddress,
  PAYMENT_APP_URL: appAddress,
  PAYMENT_WEB_URL: appAddress,
  CONTACT_EMAIL: z
    .union([z.literal('none'), z.email('must be an e-mail address, or none')], 'must be an e-mail address, or none')
    .optional(),
  CALLBACK_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text).origin)
    .optional(),
  NOWPAYMENTS_URL: z.url({ protocol: /^https?$/ }).optional(),
  NOWPAYMENTS_API_KEY: z.string().min(1).optional(),
  NOWPAYMENTS_IPN_SECRET: z.string().min(1).optional(),
  NOWPAYMENTS_EMAIL: z.string().min(1).optional(),
  NOWPAYMENTS_PASSWORD: z.string().min(1).optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_\w+$/, 'must begin with sk_live_, rk_live_, sk_test_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: names
    .refine((all) => all.length > 0 && all.every((one) => one.startsWith('whsec_')), 'must begin with whsec_')
    .optional(),
  STRIPE_WEB_WALLET: z
    .string()
    .regex(/^[a-z_]{2,40}$/, 'must be a payment method type such as link')
    .default('link'),
  SANDBOX_URL: z.url({ protocol: /^http$/ }).optional(),
  SANDBOX_SECRET: z
    .string()
    .regex(/^\w{16,64}$/, 'must have 16 to 64 letters and digits')
    .optional(),
  MAX_CONNECTIONS_PER_ADDRESS: count(1, 1_000_000).default(2_000),
  REMIX_DEV_ORIGIN: z.string().optional(),
  APP_SOCKET: z.string().optional(),
  APP_KEY: z.string().optional(),
})

export type MailChannel = Readonly<{
  host: string
  port: number
  /** TLS from the first byte (smtps). */
  implicitTls: boolean
  /** With smtp://: STARTTLS is required, used if it is offered, or never used. */
  startTls: 'required' | 'optional' | 'off'
  user: string | null
  password: string | null
  from: string
}>
export type SmsChannel = Readonly<{
  provider: 'twilio' | 'vonage'
  url: string
  account: string
  secret: string
  from: string
}>
/** The provider of digital currencies. */
export type CoinChannel = Readonly<{
  /** The API's base address, without a trailing slash. */
  url: string
  apiKey: string
  ipnSecret: string
  /** For the list of payments, which needs a sign-in. */
  email: string
  password: string
  /** True if no real money moves. */
  sandbox: boolean
}>
/** The provider of card payments. */
export type CardChannel = Readonly<{
  url: string
  /** Origin of the provider's hosted pages, to which forms may lead. */
  pageOrigin: string
  secretKey: string
  /** More than one during a key rotation. */
  webhookSecrets: readonly string[]
  /** The provider's payment method type for "web wallet". */
  webWallet: string
  /** Whether the key moves real money. Answers from the other mode are rejected. */
  live: boolean
  sandbox: boolean
}>
export type PaymentChannels = Readonly<{
  /** Null if digital currencies are not offered. */
  coins: CoinChannel | null
  /** Null if cards and wallets are not offered. */
  cards: CardChannel | null
  /** The scheme and host to which providers send their callbacks. Null if payments are only found by polling. */
  callbackOrigin: string | null
  /** Address of the sandbox's pages; null without a sandbox. */
  sandboxUrl: string | null
}>

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

const baseOf = (address: string): string => {
  const url = new URL(address)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
const isFarAndOpen = (address: string): boolean => {
  const url = new URL(address)
  return url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
}

/** The mail server's address. Error messages never repeat it, because it contains a password. */
const parseMail = (s: z.infer<typeof schema>, problems: string[]): MailChannel | null => {
  if (s.SMTP_URL === undefined) {
    for (const name of ['MAIL_FROM', 'SMTP_TLS'] as const)
      if (s[name] !== undefined) problems.push(`${name}: counts only together with SMTP_URL`)
    return null
  }
  const url = URL.canParse(s.SMTP_URL) ? new URL(s.SMTP_URL) : null
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    problems.push('SMTP_URL: must look like smtp://user:password@host:587 or smtps://user:password@host:465')
    return null
  }
  if (s.MAIL_FROM === undefined) problems.push('MAIL_FROM: required together with SMTP_URL')
  let user: string
  let password: string
  try {
    user = decodeURIComponent(url.username)
    password = decodeURIComponent(url.password)
  } catch {
    problems.push('SMTP_URL: % in the user or the password must be written as %25')
    return null
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const implicitTls = url.protocol === 'smtps:'
  const startTls = s.SMTP_TLS ?? (isLoopback(host) ? 'optional' : 'required')
  if (!implicitTls && startTls !== 'required' && user !== '' && !isLoopback(host))
    problems.push('SMTP_TLS: must be required where a password is sent to another machine')
  return Object.freeze({
    host,
    port: url.port === '' ? (implicitTls ? 465 : 587) : Number(url.port),
    implicitTls,
    startTls,
    user: user === '' ? null : user,
    password: user === '' ? null : password,
    from: s.MAIL_FROM ?? '',
  })
}

const smsBases = { twilio: 'https://api.twilio.com', vonage: 'https://rest.nexmo.com' } as const
const parseSms = (s: z.infer<typeof schema>, problems: string[]): SmsChannel | null => {
  if (s.SMS_PROVIDER === undefined) {
    for (const name of ['SMS_URL', 'SMS_ACCOUNT', 'SMS_SECRET', 'SMS_FROM'] as const)
      if (s[name] !== undefined) problems.push(`${name}: counts only together with SMS_PROVIDER`)
    return null
  }
  for (const name of ['SMS_ACCOUNT', 'SMS_SECRET', 'SMS_FROM'] as const)
    if (s[name] === undefined) problems.push(`${name}: required together with SMS_PROVIDER`)
  const address = s.SMS_URL ?? smsBases[s.SMS_PROVIDER]
  if (isFarAndOpen(address)) problems.push('SMS_URL: must be https where the gateway is on another machine')
  return Object.freeze({
    provider: s.SMS_PROVIDER,
    url: baseOf(address),
    account: s.SMS_ACCOUNT ?? '',
    secret: s.SMS_SECRET ?? '',
    from: s.SMS_FROM ?? '',
  })
}

/**
 * For settings that only work together: true if all are present. If only some are, adds a problem for each missing one.
 */
const areTogether = (
  s: Record<string, unknown>,
  needed: readonly string[],
  further: readonly string[],
  problems: string[],
): boolean => {
  const given = [...needed, ...further].filter((name) => s[name] !== undefined)
  if (given.length === 0) return false
  const missing = needed.filter((name) => s[name] === undefined)
  for (const name of missing) problems.push(`${name}: required together with ${given[0] ?? ''}`)
  return missing.length === 0
}

const coinNames = ['API_KEY', 'IPN_SECRET', 'EMAIL', 'PASSWORD'].map((name) => `NOWPAYMENTS_${name}`)
/**
 * Reads the payment providers. An unconfigured provider is replaced by the sandbox in the demo, and is not offered in
 * production.
 */
const parsePayments = (s: z.infer<typeof schema>, demo: boolean, problems: string[]): PaymentChannels => {
  const hasCoins = areTogether(s, coinNames, ['NOWPAYMENTS_URL'], problems)
  const hasCards = areTogether(s, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], ['STRIPE_URL'], problems)
  const hasSandbox = areTogether(s, ['SANDBOX_URL', 'SANDBOX_SECRET'], [], problems)
  if (hasSandbox && !demo) problems.push('SANDBOX_URL: can be set in demo mode only')
  const origin = s.CALLBACK_ORIGIN ?? s.PUBLIC_ORIGIN
  if (!demo && (hasCoins || hasCards) && origin?.startsWith('https:') !== true)
    problems.push('CALLBACK_ORIGIN: must be an https address where a payment provider is configured')
  for (const name of ['NOWPAYMENTS_URL', 'STRIPE_URL'] as const)
    if (s[name] !== undefined && isFarAndOpen(s[name]))
      problems.push(`${name}: must be https where the provider is on another machine`)
  const sandbox = hasSandbox && demo ? { url: baseOf(s.SANDBOX_URL ?? ''), secret: s.SANDBOX_SECRET ?? '' } : null
  const coins: CoinChannel | null = hasCoins
    ? {
        url: baseOf(s.NOWPAYMENTS_URL ?? 'https://api.nowpayments.io/v1'),
        apiKey: s.NOWPAYMENTS_API_KEY ?? '',
        ipnSecret: (s.NOWPAYMENTS_IPN_SECRET ?? '').trim(),
        email: s.NOWPAYMENTS_EMAIL ?? '',
        password: s.NOWPAYMENTS_PASSWORD ?? '',
        sandbox: false,
      }
    : sandbox && {
        url: `${sandbox.url}/v1`,
        apiKey: `np_${sandbox.secret}`,
        ipnSecret: `ipn_${sandbox.secret}`,
        email: 'portal@sandbox.example',
        password: sandbox.secret,
        sandbox: true,
      }
  const secretKey = s.STRIPE_SECRET_KEY ?? ''
  const cards: CardChannel | null = hasCards
    ? {
        url: baseOf(s.STRIPE_URL ?? 'https://api.stripe.com'),
        pageOrigin: 'https://checkout.stripe.com',
        secretKey,
        webhookSecrets: Object.freeze(s.STRIPE_WEBHOOK_SECRET ?? []),
        webWallet: s.STRIPE_WEB_WALLET,
        live: /^.._live_/.test(secretKey),
        sandbox: false,
      }
    : sandbox && {
        url: sandbox.url,
        pageOrigin: new URL(sandbox.url).origin,
        secretKey: `sk_test_${sandbox.secret}`,
        webhookSecrets: Object.freeze([`whsec_${sandbox.secret}`]),
        webWallet: s.STRIPE_WEB_WALLET,
        live: false,
        sandbox: true,
      }
  return Object.freeze({
    coins: coins && Object.freeze(coins),
    cards: cards && Object.freeze(cards),
    callbackOrigin: origin ?? null,
    sandboxUrl: sandbox?.url ?? null,
  })
}

type Channels = { mail: MailChannel | null; sms: SmsChannel | null; payments: PaymentChannels }
const settingsOf = (s: z.infer<typeof schema>, { mail, sms, payments }: Channels) => {
  const demo = s.PORTAL_MODE === 'demo'
  const dataDir = path.resolve(s.DATA_DIR)
  return Object.freeze({
    mode: s.PORTAL_MODE,
    /** True if seeds, sandbox providers and the /dev pages exist. */
    demo,
    host: s.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port: s.PORT,
    dataDir,
    databaseFile: path.resolve(s.DATABASE_FILE?.replace(/^file:/, '') ?? path.join(dataDir, 'portal.db')),
    /** Whether a start applies pending migrations. If not, it stops when there are any. */
    appliesMigrations: s.MIGRATIONS === 'apply',
    /** The server's secret. Null in demo mode, which generates one and keeps it in the data folder. */
    secret: s.SECRET ?? null,
    /** Addresses and CIDR blocks whose X-Forwarded-* headers are trusted. */
    trustedProxies: Object.freeze(s.TRUSTED_PROXIES),
    /** The scheme and host that clients use if no proxy states them. */
    publicOrigin: s.PUBLIC_ORIGIN ?? null,
    logLevel: s.LOG_LEVEL,
    stopTimeoutMs: s.STOP_TIMEOUT_MS,
    requestTimeoutMs: s.REQUEST_TIMEOUT_MS,
    headersTimeoutMs: s.HEADERS_TIMEOUT_MS,
    maxConnections: s.MAX_CONNECTIONS,
    /** Connections that one address may hold open. Addresses of trusted proxies are not counted. */
    maxConnectionsPerAddress: s.MAX_CONNECTIONS_PER_ADDRESS,
    maxFormBytes: s.MAX_FORM_BYTES,
    maxUploadBytes: s.MAX_UPLOAD_BYTES,
    maxJsonBytes: s.MAX_JSON_BYTES,
    /** Memory for all request bodies together. Beyond it, requests are answered 503. */
    maxBodyMemoryBytes: s.MAX_BODY_MEMORY_BYTES,
    /** The folder for uploaded files, separate from the database. */
    uploadsDir: path.resolve(s.UPLOADS_DIR ?? path.join(dataDir, 'uploads')),
    /** Time limit for sending a request whose body is written to the disk as it arrives. */
    uploadTimeoutMs: s.UPLOAD_TIMEOUT_MS,
    /** Such a request is cut off if no data has arrived for this long. */
    uploadIdleMs: s.UPLOAD_IDLE_MS,
    /** Files are accepted only while this much of the disk stays free for the database. */
    minFreeDiskBytes: s.MIN_FREE_DISK_BYTES,
    /** Storage for one account's lists, including revisions, deleted lists and what boxes saved. */
    listRoomBytes: s.LIST_ROOM_BYTES,
    /** What one account may attach in 24 hours. */
    attachmentDailyBytes: s.ATTACHMENT_DAILY_BYTES,
    attachmentDailyFiles: s.ATTACHMENT_DAILY_FILES,
    sessionIdleMinutes: s.SESSION_IDLE_MINUTES,
    /** A session ends after this time, even if it is active. */
    sessionLifeDays: s.SESSION_LIFE_DAYS,
    singleSession: s.SINGLE_SESSION,
    /** True if the API accepts passwords without encryption in addition to TLS. For trials in demo mode only. */
    plainBodies: s.PLAIN_BODIES === 'on',
    /** If false, nobody can create an account; existing accounts work as before. */
    registrationOpen: s.REGISTRATION === 'open',
    /** SMS per day for all customers together: the spending cap. */
    smsDailyCap: s.SMS_DAILY_CAP,
    /** Time limit for paying an order. */
    orderWindowMs: s.ORDER_WINDOW_MINUTES * 60_000,
    /** Time limit for paying a recharge. */
    rechargeWindowMs: s.RECHARGE_WINDOW_MINUTES * 60_000,
    /** How much an account may recharge within 24 hours, in 1/10000 USD. */
    maxDailyRecharge: BigInt(s.RECHARGE_DAILY_MOST) * 10_000n,
    /** Transfers between wallets; see .env.example. The fee in 1/10000: of a Mango, or of a percent. */
    transfer: Object.freeze({
      fee: feeOf(s.TRANSFER_FEE),
      dayMango: s.TRANSFER_DAY_AMOUNT,
      dayCount: s.TRANSFER_DAY_COUNT,
      cardHoldDays: s.CARD_HOLD_DAYS,
    }),
    /** The percentage of an order's price that goes back to its customer as Mango once it is paid. */
    cashbackPercent: s.CASHBACK_PERCENT,
    /** What one operator may grant alone, in smallest units; more needs a second operator. */
    maxAlone: { MANGO: BigInt(s.SECOND_OPERATOR_MANGO) * 10_000n, POINTS: BigInt(s.SECOND_OPERATOR_POINTS) },
    /** Points for the customer who invites; 0 if invitations earn nothing. */
    invitationPoints: s.INVITATION_POINTS,
    /** How many invitations of one customer earn points per day. */
    invitationsPerDay: s.INVITATIONS_PER_DAY,
    /** Months after which points expire; 0 if they never do. */
    pointsExpireMonths: s.POINTS_EXPIRE_MONTHS,
    /** Rate limits can be switched off for load tests, in demo mode only. */
    limitsOn: s.LIMITS === 'on',
    /** Null if no mail server is configured. */
    mail,
    /** Null if no SMS gateway is configured. */
    sms,
    payments,
    /** Addresses of the provider's apps and payment page; null if there is none. */
    apps: Object.freeze({
      android: s.APP_ANDROID_URL ?? null,
      ios: s.APP_IOS_URL ?? null,
      payment: s.PAYMENT_APP_URL ?? null,
      paymentWeb: s.PAYMENT_WEB_URL ?? null,
    }),
    /** Contact address for brands without one of their own; null if there is none. */
    contactEmail: s.CONTACT_EMAIL === 'none' ? null : (s.CONTACT_EMAIL ?? (demo ? exampleEmail : null)),
    /** The compiler's live-reload address in development, otherwise null. */
    devOrigin: s.REMIX_DEV_ORIGIN ?? null,
    /**
     * The socket on which the parent gateway reaches this process, and the key that authenticates it. Null without a
     * gateway.
     */
    appPlace:
      s.APP_SOCKET === undefined || s.APP_KEY === undefined
        ? null
        : Object.freeze({ socket: s.APP_SOCKET, key: s.APP_KEY }),
  })
}
export type Settings = ReturnType<typeof settingsOf>

export type Mode = Settings['mode']
export type Parsed = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/** Reads settings from an environment. Empty values count as missing; a blank one would otherwise be the number 0. */
export const parseSettings = (source: Record<string, string | undefined>): Parsed => {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(present)
  if (!parsed.success)
    return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  const s = parsed.data
  const demo = s.PORTAL_MODE === 'demo'
  const problems: string[] = []
  if (!demo && s.SECRET === undefined)
    problems.push('SECRET: required in production (PORTAL_MODE=demo makes one by itself)')
  if (!demo && s.LIMITS === 'off') problems.push('LIMITS: can be off in demo mode only')
  if (!demo && s.PLAIN_BODIES === 'on') problems.push('PLAIN_BODIES: can be on in demo mode only')
  const mail = parseMail(s, problems)
  const sms = parseSms(s, problems)
  const payments = parsePayments(s, demo, problems)
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, settings: settingsOf(s, { mail, sms, payments }) }
}

/** Returns problems that don't stop the portal but that the operator should know at start, as sentences for the log. */
export const findWarnings = (settings: Pick<Settings, 'demo' | 'publicOrigin' | 'trustedProxies'>): string[] => {
  const saysHttps = settings.publicOrigin?.startsWith('https:') === true || settings.trustedProxies.length > 0
  return settings.demo || saysHttps
    ? []
    : [
        'nothing says that clients come over https: cookies go without Secure and without the prefix __Host-, and passwords may cross the network readable. Set PUBLIC_ORIGIN to an https address, or TRUSTED_PROXIES to the proxy that sends X-Forwarded-Proto',
      ]
}

const loadSettings = (): Settings => {
  const parsed = parseSettings(process.env)
  if (parsed.ok) return parsed.settings
  process.stderr.write(
    `Mango Portal can't start, its settings are wrong (see .env.example):\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`,
  )
  process.exit(78)
}

export const env: Settings = loadSettings()

/**
 * How glibc keeps freed memory: in two pools for all threads, instead of one for each, and no blocks longer than 256
 * KiB. Without this the app kept hundreds of megabytes of uploads that had long been processed.
 */
const memorySettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' }
/** Returns the environment for a child process of this program. */
export const environmentWith = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...memorySettings,
  ...process.env,
  ...more,
})
