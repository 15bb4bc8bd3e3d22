/**
 * The endpoints for a customer's identity: registering, signing a program in and out, codes, recovery, and changes to
 * the account. Pages do the same with forms; both call the same modules.
 */
import { z } from 'zod'
import {
  authenticate,
  authenticateByCode,
  bindContact,
  changePassword,
  changeUserName,
  checkPasswordCode,
  checkRecoverCode,
  findAccount,
  finishSecondStep,
  getProfile,
  invitationOutcomes,
  noteSignIn,
  recoverPassword,
  register,
  sendBindCode,
  sendPasswordCode,
  sendRecoverCode,
  sendRegisterCode,
  sendSignInCode,
  notifyNewProgram,
  type SignInStep,
} from '~/modules/account/account.server'
import {
  contactBindSchema,
  passwordChangeSchema,
  recoverSchema,
  registerSchema,
  userNameChangeSchema,
} from '~/modules/account/account.schema'
import { captchaPurposes, kindsOf } from '~/modules/captcha/captcha.schema'
import { newChallenge } from '~/modules/captcha/captcha.server'
import { dropDraft, dropDrafts, keepDraft, takeDraft } from '~/modules/draft/draft.server'
import {
  endSession,
  findPageSession,
  refreshProgramSession,
  setPresence,
  startProgramSession,
  type ProgramTokens,
} from '~/modules/session/session.server'
import { checkCode } from '~/modules/verification/verification.server'
import { channels, codeSchema, contactFields } from '~/modules/verification/contact.schema'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import type { Visit } from '~/platform/visit'
import { writeCookie } from '~/request/cookie.server'
import { readCookie, sessionCookieName } from '~/request/cookie'
import { answered, data, done, endpoint, type Answer, type Call, type Endpoint, shown } from './endpoint'
import { roles } from '~/modules/account/rights'
import type { Caller, UserCaller } from '~/modules/session/caller'
import { moment, oneOf, userOf } from './common'
import { fail, ok, type Result } from '~/errors/table'

/** Long enough for every valid entry. */
const text = z.string('A0422').max(1000, 'A0422')
const areaCode = text.optional().meta({ description: 'With its plus: +20.' })
const identifier = text
  .optional()
  .meta({ description: 'User name, e-mail, phone (with areaCode) or the serial number of a bound box.' })

const withArea = <T extends { area?: string | undefined; areaCode?: string | undefined }>({
  areaCode: code,
  ...rest
}: T) => ({ ...rest, area: rest.area ?? code })

/** The account that a call concerns: an identifier, otherwise a contact. I1309 if there is neither. */
const identityOf = (input: {
  identifier?: string | undefined
  userName?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  areaCode?: string | undefined
}) => ({
  identifier:
    input.identifier ??
    input.userName ??
    (input.email === undefined || input.email === '' ? input.phone : input.email) ??
    '',
  ...(input.areaCode === undefined ? {} : { area: input.areaCode }),
})

/**
 * For endpoints open to everybody, where some uses need a session. I1304 or why the session ended; A0403 for an API
 * token.
 */
const requireSession = ({ caller, refusal }: Pick<Call<unknown>, 'caller' | 'refusal'>): Result<UserCaller> => {
  if (caller.kind !== 'user') return refusal ?? fail('I1304')
  return caller.via === 'token' ? fail('A0403') : ok(caller)
}
/** Browser-only endpoints are refused to programs. */
const requirePage = (caller: Caller): Result<UserCaller & { sessionId: string }> => {
  const user = userOf(caller)
  return user.via === 'cookie' && user.sessionId !== null ? ok({ ...user, sessionId: user.sessionId }) : fail('A0403')
}

const tokensOutput = z
  .object({
    accessToken: z.string(),
    token: z.string(),
    refreshToken: z.string(),
    userId: z.string(),
    userName: z.string(),
    expiresInSeconds: z.number().int(),
  })
  .meta({ id: 'ProgramTokens' })
const sentOutput = z
  .object({
    channel: z.enum(channels).nullable(),
    sentTo: z.string().nullable(),
    expiresInSeconds: z.number().int(),
    againInSeconds: z.number().int(),
  })
  .meta({ id: 'SentCode' })

const startProgram = async (account: { id: string; userName: string }, visit: Visit): Promise<ProgramTokens> => {
  const { sessionId, ...tokens } = await startProgramSession(account, visit)
  await notifyNewProgram(account.id, visit)
  noteSignIn(account.id, { via: 'program', outcome: 'done', sessionId }, visit)
  return tokens
}
const continueSignIn = async (step: SignInStep, visit: Visit): Promise<Answer<ProgramTokens>> =>
  step.step === 'done'
    ? data(await startProgram(step.account, visit))
    : fail('I1208', { data: { pending: step.token, expiresAt: step.expiresAt.toISOString() } })

const codeCodes = ['I1102', 'I1103', 'I1104', 'I1113', 'I1114', 'I1009'] as const
const contactCodes = ['I1108', 'I1109', 'I1110'] as const
const passwordCodes = ['I1107', 'I1111', 'I1203', 'I1309'] as const

/** Purposes for which a program may request a code; `bind` and `change-password` are for a signed-in account. */
const codePurposes = ['register', 'sign-in', 'recover', 'bind', 'change-password'] as const

const pageDraft = {
  page: z
    .string('A0422')
    .min(1, 'A0422')
    .max(1000, 'A0422')
    .meta({ description: 'The page’s address, path and query.' }),
}
const draftFields = z.record(z.string().max(100), z.union([z.string(), z.array(z.string()).max(4000)]))

const lines: readonly Endpoint[] = [
  endpoint('POST /iot/customer/register', {
    summary:
      'Creates a customer’s account. An e-mail, or a phone with its areaCode, comes with the code that vcode (purpose register) sent to it. B0005: a captcha for the purpose in data.purpose first.',
    access: { who: 'anyone' },
    sealed: ['password', 'repeatPassword'],
    input: registerSchema.safeExtend({ areaCode }),
    output: z.object({
      userId: z.string(),
      userName: z.string(),
      invitation: z.enum(invitationOutcomes).nullable().meta({
        description:
          'the result of the invitation: it counts (taken), nobody has the code (unknown), or it is one’s own; null without one',
      }),
    }),
    codes: [
      ...passwordCodes,
      ...contactCodes,
      ...codeCodes,
      'A0424',
      'B0005',
      'I1106',
      'I1112',
      'I1202',
      'I1204',
      'I1205',
      'A0503',
    ],
    limit: { points: 60, seconds: 600 },
    handler: async ({ input, visit }) => {
      const made = await register(withArea(input), visit)
      return made.ok
        ? data(
            { userId: made.value.id, userName: made.value.userName, invitation: made.value.invitation },
            { status: 201 },
          )
        : made
    },
  }),
  endpoint('POST /iot/customer/login', {
    summary:
      'Signs a program in, by identifier and password, or by identifier and a code that vcode (purpose sign-in) sent. I1208: the account has a second step; repeat data.pending with its code at login/second. The three values go into the headers accessToken, token and userId.',
    access: { who: 'anyone' },
    sealed: 'body',
    input: z.object({
      identifier,
      userName: text.optional().meta({ description: 'The same as identifier.' }),
      areaCode,
      password: text.optional(),
      code: codeSchema.optional(),
    }),
    output: tokensOutput,
    codes: ['A0424', 'B0005', 'I1301', 'I1302', 'I1309', 'U6008', 'I1208', 'A0503', ...codeCodes],
    limit: { points: 60, seconds: 60 },
    handler: async ({ input, visit }) => {
      const { password, code } = input
      const identity = identityOf(input)
      const step =
        code !== undefined && (password ?? '') === ''
          ? await authenticateByCode({ ...identity, code }, visit)
          : await authenticate({ ...identity, password: password ?? '' }, visit)
      return step.ok ? continueSignIn(step.value, visit) : step
    },
  }),
  endpoint('POST /iot/customer/login/second', {
    summary:
      'The second step of signing in: data.pending of I1208, and the authenticator’s code or a recovery code. I1207: the step has ended, sign in again.',
    access: { who: 'anyone' },
    sealed: 'body',
    input: z.object({ pending: text, code: text.refine((value) => value.trim() !== '', 'I1206') }),
    output: tokensOutput,
    codes: ['A0424', 'I1206', 'I1207', 'U6008'],
    limit: { points: 60, seconds: 60 },
    handler: async ({ input, visit }) => {
      const proven = await finishSecondStep({ token: input.pending, code: input.code }, visit)
      return proven.ok ? data(await startProgram(proven.value, visit)) : proven
    },
  }),
  endpoint('POST /iot/customer/refreshToken', {
    summary:
      'Exchanges a program’s refresh token for new values; the old ones are no longer valid. Using one a second time ends the session.',
    access: { who: 'anyone' },
    input: z.object({ refreshToken: text.optional() }),
    output: tokensOutput,
    codes: ['I1307', 'I1308', 'U6008'],
    limit: { points: 120, seconds: 60 },
    handler: async ({ input }) => answered(await refreshProgramSession(input.refreshToken ?? null)),
  }),
  endpoint('POST /iot/customer/logout', {
    summary:
      'Ends the session of the caller. Gives the same answer if it has already ended or there is none; shown silently.',
    access: { who: 'anyone' },
    act: false,
    output: z.null(),
    codes: [],
    handler: async ({ caller, origin, headers }) => {
      if (caller.kind === 'user' && caller.sessionId !== null) {
        await endSession(caller.userId, caller.sessionId, 'exit')
        if (caller.via === 'cookie') await dropDrafts(caller.userId)
      }
      // Only the client that sent the cookie loses it: a form on another site comes without one, and must not sign
      // anybody out.
      if (
        (caller.kind === 'user' && caller.via !== 'cookie') ||
        readCookie(headers, sessionCookieName(origin.startsWith('https:'))) === null
      )
        return data(null)
      return data(null, {
        headers: {
          'set-cookie': writeCookie(sessionCookieName(false), '', {
            secure: origin.startsWith('https:'),
            maxAgeSeconds: 0,
          }),
        },
      })
    },
  }),
  endpoint('GET /iot/customer/vcode', {
    summary:
      'Sends a six-digit code for a purpose, by mail (type 1) or SMS (type 2): to an e-mail or a phone; for sign-in and recover also to the account of an identifier, by the requested channel if the account has it, otherwise by the other one (the answer doesn’t say which); for change-password to the account’s own contact. The answer does not reveal whether an account exists. B0005: a captcha first.',
    access: { who: 'anyone' },
    changes: true,
    input: z.object({
      purpose: z.enum(codePurposes, 'A0422').default('register'),
      type: oneOf(1, 2).optional(),
      identifier,
      email: contactFields.email,
      areaCode,
      phone: contactFields.phone,
    }),
    output: sentOutput,
    codes: ['I1101', 'I1105', 'B0005', 'I1309', 'I1210', 'A0503', 'I1304', 'A0403', ...contactCodes],
    limit: { points: 60, seconds: 600 },
    handler: async (call) => {
      const { input, visit } = call
      const { purpose } = input
      if (purpose === 'sign-in' || purpose === 'recover') {
        const type = input.type === undefined ? {} : { type: input.type === 2 ? ('sms' as const) : ('mail' as const) }
        const sent = await (purpose === 'sign-in' ? sendSignInCode : sendRecoverCode)(
          { ...identityOf(input), ...type },
          visit,
        )
        return answered(sent)
      }
      if (purpose === 'change-password') {
        const user = requireSession(call)
        if (!user.ok) return user
        return answered(await sendPasswordCode(user.value.userId, input.type === 2 ? 'sms' : 'mail', visit))
      }
      const phone = { area: input.areaCode ?? '', phone: input.phone }
      const contact = parseContact(
        input.type === 1
          ? { email: input.email }
          : input.type === 2
            ? phone
            : { email: input.email, ...(input.phone === undefined ? {} : phone) },
      )
      if (!contact.ok) return contact
      if (purpose === 'register') {
        return answered(await sendRegisterCode(contact.value, visit))
      }
      const user = requireSession(call)
      if (!user.ok) return user
      return answered(await sendBindCode(user.value.userId, contact.value, visit))
    },
  }),
  endpoint('GET /iot/customer/imageVerificationCode', {
    summary:
      'A text captcha, for a purpose that takes this kind (the others: secondCaptcha): a picture (data URL) of four digits and its key. The answer goes to POST /api/authority/verifyCaptcha.',
    access: { who: 'anyone' },
    act: false,
    input: z.object({
      purpose: z
        .enum(
          captchaPurposes.filter((purpose) => kindsOf[purpose].includes('text')),
          'A0422',
        )
        .default('sign-in'),
    }),
    output: z.object({ key: z.string(), image: z.string(), expiresAt: moment }),
    codes: ['I1009'],
    handler: async ({ input, visit }) => {
      const made = await newChallenge({ visit, purpose: input.purpose, kind: 'text' })
      if (!made.ok) return made
      const { key, image, imageType, expiresAt } = made.value
      return data({ key, image: `data:${imageType};base64,${image.toString('base64')}`, expiresAt })
    },
  }),
  endpoint('GET /iot/customer/checkVerificationCode', {
    summary:
      'Whether a code is right, without using it up: purpose register or bind with the contact it was sent to, recover with the identifier. A wrong one costs one of five tries.',
    access: { who: 'anyone' },
    changes: true,
    input: z.object({
      purpose: z.enum(['register', 'recover', 'bind'], 'A0422').default('register'),
      code: codeSchema,
      identifier,
      email: contactFields.email,
      areaCode,
      phone: contactFields.phone,
    }),
    output: z.null(),
    codes: [...codeCodes, ...contactCodes, 'I1301', 'I1309', 'I1304', 'A0403'],
    limit: { points: 60, seconds: 600 },
    handler: async (call) => {
      const { input, visit } = call
      const { purpose, code } = input
      if (purpose === 'recover') {
        return done(await checkRecoverCode({ ...identityOf(input), code }, visit))
      }
      const user = purpose === 'bind' ? requireSession(call) : null
      if (user !== null && !user.ok) return user
      const contact = parseContact(withArea({ email: input.email, phone: input.phone, areaCode: input.areaCode }))
      if (!contact.ok) return contact
      const checked = await checkCode({ purpose, contact: contact.value, visit, code })
      if (!checked.ok) return checked
      return user === null || checked.value.userId === user.value.userId ? data(null) : fail('I1103', { field: 'code' })
    },
  }),
  endpoint('GET /iot/customer/checkChangePasswordVerificationCode', {
    summary: 'Whether the code that vcode (purpose change-password) sent is right, without using it up.',
    access: { who: 'session' },
    changes: true,
    input: z.object({ code: codeSchema }),
    output: z.null(),
    codes: [...codeCodes, 'I1210'],
    limit: { points: 60, seconds: 600 },
    handler: async ({ input, visit, caller }) =>
      done(await checkPasswordCode(userOf(caller).userId, input.code, visit)),
  }),
  endpoint('POST /iot/customer/lostPassword', {
    summary: 'Sets a new password with the code that vcode (purpose recover) sent. All sessions of the account end.',
    access: { who: 'anyone' },
    sealed: ['newPassword', 'repeatPassword'],
    input: recoverSchema.safeExtend({ areaCode }),
    output: z.null(),
    codes: [...passwordCodes, ...codeCodes, 'A0424', 'I1301', 'U6008', 'A0503'],
    limit: { points: 60, seconds: 600 },
    handler: async ({ input, visit }) => done(await recoverPassword(withArea(input), visit)),
  }),
  endpoint('POST /iot/customer/changePassword', {
    summary:
      'Changes the password, with the old one or with the code that vcode (purpose change-password) sent. Other sessions of the account end.',
    access: { who: 'session' },
    sealed: ['oldPassword', 'newPassword', 'repeatPassword'],
    input: passwordChangeSchema,
    output: z.null(),
    codes: [...passwordCodes, ...codeCodes, 'A0424', 'I1302', 'I1210', 'A0503'],
    limit: { points: 30, seconds: 600 },
    handler: async ({ input, visit, caller }) => done(await changePassword(userOf(caller).userId, input, visit)),
  }),
  endpoint('GET /iot/customer/userInfo', {
    summary: 'The account as its owner sees it.',
    access: { who: 'session' },
    output: z
      .object({
        userId: z.string(),
        userName: z.string(),
        role: z.enum(roles),
        email: z.string().nullable(),
        areaCode: z.string().nullable(),
        phone: z.string().nullable(),
        country: z.string().nullable(),
        language: z.string().nullable(),
        authenticatorOn: z.boolean(),
        recoveryCodesLeft: z.number().int(),
        passwordChangedAt: moment.nullable(),
        createdAt: moment,
      })
      .meta({ id: 'UserInfo' }),
    codes: ['I1310'],
    handler: async ({ caller }) => {
      const { userId, language } = userOf(caller)
      if ((await findAccount(userId)) === null) return fail('I1310')
      const profile = await getProfile(userId)
      const { email, phone } = profile
      const contacts = { email: email?.email ?? null, areaCode: phone?.area ?? null, phone: phone?.phone ?? null }
      return data({ ...profile, userId, language, ...contacts })
    },
  }),
  endpoint('POST /iot/customer/modifyUsername', {
    summary: 'Changes the user name; the password proves that it is the owner.',
    access: { who: 'session' },
    sealed: ['password'],
    input: userNameChangeSchema,
    output: z.object({ userId: z.string(), userName: z.string() }),
    codes: ['A0424', 'I1106', 'I1202', 'I1203', 'I1302', 'I1309', 'A0503'],
    limit: { points: 30, seconds: 600 },
    handler: async ({ input, visit, caller }) =>
      shown(await changeUserName(userOf(caller).userId, input, visit), (value) => ({
        userId: value.id,
        userName: value.userName,
      })),
  }),
  endpoint('POST /iot/customer/bindUserInfo', {
    summary:
      'Binds an e-mail, or a phone with its areaCode, with the code that vcode (purpose bind) sent to it. It needs the password, except for a new account’s first contact in its first 15 minutes; a replaced contact is notified.',
    access: { who: 'session' },
    sealed: ['password'],
    input: contactBindSchema.safeExtend({ areaCode }),
    output: z.null(),
    codes: [...contactCodes, ...codeCodes, 'A0424', 'I1204', 'I1205', 'I1302', 'I1309', 'A0503'],
    limit: { points: 30, seconds: 600 },
    handler: async ({ input, visit, caller }) => {
      const { code, password, ...rest } = withArea(input)
      const contact = parseContact(rest)
      if (!contact.ok) return contact
      const bound = await bindContact(
        userOf(caller).userId,
        { contact: contact.value, code, ...(password === undefined ? {} : { password }) },
        visit,
      )
      return done(bound)
    },
  }),
  endpoint('POST /iot/customer/onlineState', {
    summary: 'Reports that the person is active (1, which resets the idle time) or away (0).',
    access: { who: 'session' },
    act: false,
    input: z.object({ state: oneOf(0, 1) }),
    output: z.null(),
    codes: ['A0422'],
    limit: { points: 240, seconds: 60 },
    handler: async ({ input, caller }) => {
      const { userId, sessionId } = userOf(caller)
      if (sessionId !== null) await setPresence(userId, sessionId, input.state === 1 ? 'online' : 'offline')
      return data(null)
    },
  }),
  endpoint('GET /iot/customer/pageSession', {
    summary:
      'For the portal’s own pages: what their scripts may know about the session. The tokens are valid only together with its cookie.',
    access: { who: 'session' },
    act: false,
    output: z.object({
      accessToken: z.string(),
      token: z.string(),
      userId: z.string(),
      userName: z.string(),
      sessionId: z.string(),
      storageKey: z.string(),
      idleMs: z.number(),
      idleLeftMs: z.number(),
    }),
    codes: [],
    handler: async ({ caller }) => {
      const user = requirePage(caller)
      if (!user.ok) return user
      const session = await findPageSession(user.value.userId, user.value.sessionId)
      return session === null ? fail('I1305') : data({ ...session, userName: user.value.userName })
    },
  }),
  endpoint('GET /iot/customer/draft', {
    summary: 'For the portal’s own pages: unsent input of a page, returned once.',
    access: { who: 'session' },
    act: false,
    changes: true,
    input: z.object(pageDraft),
    output: z.object({ fields: draftFields.nullable() }),
    codes: ['A0422'],
    limit: { points: 240, seconds: 60 },
    handler: async ({ input, caller }) => {
      const user = requirePage(caller)
      return user.ok ? data({ fields: await takeDraft(user.value.userId, input.page) }) : user
    },
  }),
  endpoint('PUT /iot/customer/draft', {
    summary:
      'For the portal’s own pages: stores what is being typed on a page, for 24 hours and only for this account. Fields of passwords, codes and the like are dropped; without any other field the draft is removed.',
    access: { who: 'session' },
    act: false,
    input: z.object({ ...pageDraft, fields: draftFields }),
    output: z.null(),
    codes: ['A0422', 'A0413'],
    limit: { points: 240, seconds: 60 },
    handler: async ({ input, caller }) => {
      const user = requirePage(caller)
      if (!user.ok) return user
      return done(await keepDraft(user.value.userId, input.page, input.fields))
    },
  }),
  endpoint('DELETE /iot/customer/draft', {
    summary: 'For the portal’s own pages: removes a page’s draft, once it is sent or discarded.',
    access: { who: 'session' },
    act: false,
    input: z.object(pageDraft),
    output: z.null(),
    codes: ['A0422'],
    limit: { points: 240, seconds: 60 },
    handler: async ({ input, caller }) => {
      const user = requirePage(caller)
      if (!user.ok) return user
      await dropDraft(user.value.userId, input.page)
      return data(null)
    },
  }),
]

/** Renames the field of a failure to this API's parameter. */
const named = (line: Endpoint): Endpoint => ({
  ...line,
  handler: async (call) => {
    const answer = await line.handler(call)
    return !('kind' in answer) && (answer.field === 'area' || answer.code === 'I1110')
      ? { ...answer, field: 'areaCode' }
      : answer
  },
})

export const customerEndpoints: readonly Endpoint[] = lines.map(named)
