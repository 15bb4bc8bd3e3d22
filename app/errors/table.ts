/**
 * The one table of codes that this product answers: code, group, HTTP status, and whether clients show it. The sentence
 * for a code is in i18n/locales/<lng>/errors.json. A code named in the specification keeps its meaning. An `assigned`
 * code lies in a range without individual meanings and got its meaning here when it was first needed.
 */
export type CodeGroup =
  | 'general'
  | 'verification'
  | 'user'
  | 'session'
  | 'device'
  | 'list'
  | 'firmware'
  | 'feedback'
  | 'order'
  | 'wallet'
/**
 * silent: clients show no sentence. assigned: the meaning was given here. reserved: the specification names the code as
 * silent, without a meaning, and nothing answers it yet. later: for services that do not exist yet. never: the
 * specification names its case, which can't occur here.
 */
export type Entry = {
  group: CodeGroup
  status: number
  silent?: true
  assigned?: true
  reserved?: true
  later?: true
  never?: true
}

export const codes = {
  // general
  '0': { group: 'general', status: 200 },
  I1009: { group: 'general', status: 429 },
  N1001: { group: 'general', status: 422 },
  A0400: { group: 'general', status: 400, assigned: true }, // the request can't be read (body, parameters)
  A0403: { group: 'general', status: 403, assigned: true }, // forbidden
  A0404: { group: 'general', status: 404, assigned: true }, // no such address or resource
  A0405: { group: 'general', status: 405, assigned: true }, // method not allowed here
  A0409: { group: 'general', status: 409, assigned: true }, // conflicts with what is stored
  A0412: { group: 'general', status: 412, assigned: true }, // If-Match does not hold: the resource has changed
  A0413: { group: 'general', status: 413, assigned: true }, // body too large
  A0415: { group: 'general', status: 415, assigned: true }, // content type not accepted
  A0416: { group: 'general', status: 416, assigned: true }, // range not satisfiable
  A0422: { group: 'general', status: 422, assigned: true }, // a field is invalid; data.fields says which
  A0424: { group: 'general', status: 400, assigned: true }, // an encrypted body can't be opened; data.reason says why
  // not for this country; data.context: undeclared, elsewhere or restricted
  A0451: { group: 'general', status: 403, assigned: true },
  A0428: { group: 'general', status: 428, assigned: true }, // If-Match required
  A0500: { group: 'general', status: 500, assigned: true }, // system error
  A0503: { group: 'general', status: 503, assigned: true }, // stopping or overloaded, try again
  B0005: { group: 'verification', status: 428, silent: true }, // solve a captcha, then repeat; data.purpose
  // verification
  I1101: { group: 'verification', status: 429 },
  I1102: { group: 'verification', status: 422 },
  I1103: { group: 'verification', status: 422 },
  I1104: { group: 'verification', status: 422 },
  I1105: { group: 'verification', status: 429 },
  U1003: { group: 'verification', status: 422 },
  I1108: { group: 'verification', status: 422, assigned: true }, // the e-mail address is not valid
  I1109: { group: 'verification', status: 422, assigned: true }, // the phone number is not valid
  I1110: { group: 'verification', status: 422, assigned: true }, // the area code is missing or unknown
  I1113: { group: 'verification', status: 422, assigned: true }, // no code was entered
  I1114: { group: 'verification', status: 422, assigned: true }, // the entry doesn't have six digits
  // users
  I1106: { group: 'user', status: 422 },
  I1107: { group: 'user', status: 422, assigned: true }, // the two entries of the password differ
  I1111: { group: 'user', status: 422, assigned: true }, // the password is too common
  I1112: { group: 'user', status: 422, assigned: true }, // the country is unknown
  I1115: { group: 'user', status: 409, assigned: true }, // the declared country can't be changed yet; data.from
  I1201: { group: 'user', status: 422 },
  I1202: { group: 'user', status: 409 },
  I1203: { group: 'user', status: 422 },
  I1204: { group: 'user', status: 409 },
  I1205: { group: 'user', status: 409 },
  I1206: { group: 'user', status: 422, assigned: true }, // the authenticator's or recovery code is wrong
  // the second step has expired or was never begun: sign in again
  I1207: { group: 'user', status: 422, assigned: true },
  I1208: { group: 'user', status: 422, assigned: true }, // the second step is needed; data.pending continues it
  I1210: { group: 'user', status: 409, assigned: true }, // no e-mail or phone is bound for this
  I1211: { group: 'user', status: 409, assigned: true }, // the authenticator is already on or already off
  I1301: { group: 'user', status: 422 },
  I1302: { group: 'user', status: 422 },
  I1309: { group: 'user', status: 422 },
  I1310: { group: 'user', status: 404 },
  U6008: { group: 'user', status: 403 },
  // sessions and tokens: only these answer 401
  I1303: { group: 'session', status: 401 },
  I1304: { group: 'session', status: 401 },
  I1305: { group: 'session', status: 401 },
  I1306: { group: 'session', status: 401 },
  I1307: { group: 'session', status: 401 },
  I1308: { group: 'session', status: 401 },
  A0411: { group: 'session', status: 401 },
  // devices
  S1000: { group: 'device', status: 404 },
  I1401: { group: 'device', status: 409 },
  I1402: { group: 'device', status: 404 },
  D1305: { group: 'device', status: 409 },
  D1306: { group: 'device', status: 409 },
  D1101: { group: 'device', status: 409, assigned: true }, // the box is not bound to an account yet
  D1102: { group: 'device', status: 403, assigned: true }, // the box is bound to another account
  D1103: { group: 'device', status: 422, assigned: true }, // the verify code is wrong or expired
  D1104: { group: 'device', status: 403, assigned: true }, // the device proof is wrong
  D1105: { group: 'device', status: 429, assigned: true }, // polling too fast (slow_down)
  D1106: { group: 'device', status: 429, assigned: true }, // too many wrong verify codes for this box
  D1107: { group: 'device', status: 422, assigned: true }, // serial number is not 12 digits, or the two differ
  D1108: { group: 'device', status: 409, assigned: true }, // the service does not run on this box
  // the replacement box is not free; data.context: bound, services, orders or brand
  D1109: { group: 'device', status: 409, assigned: true },
  D1110: { group: 'device', status: 409, assigned: true }, // the box was moved to another serial number; data.to
  // lists
  C1112: { group: 'list', status: 422 },
  C1125: { group: 'list', status: 409 },
  C1202: { group: 'list', status: 409 },
  C1103: { group: 'list', status: 409 },
  C1101: { group: 'list', status: 404, assigned: true }, // the channel list does not exist
  C1102: { group: 'list', status: 404, assigned: true }, // the channel does not exist
  // the list has changed and these edits conflict; data says where
  C1104: { group: 'list', status: 409, assigned: true },
  C1105: { group: 'list', status: 409, assigned: true }, // nothing to undo or redo
  C1106: { group: 'list', status: 422, assigned: true }, // an operation of the batch is not valid; data.index
  // this format can't hold any of the list; data.format
  C1107: { group: 'list', status: 422, assigned: true },
  C1108: { group: 'list', status: 403, assigned: true }, // the caller may not make or change lists of this kind
  C1109: { group: 'list', status: 403, assigned: true }, // the account's products do not include this service
  C1110: { group: 'list', status: 422, assigned: true }, // list name: 1 to 20 characters
  C1111: { group: 'list', status: 422, assigned: true }, // the choice leaves too many or no channels
  // the specification has these cases without codes: missing, existing, not editable
  C1113: { group: 'list', status: 404, assigned: true }, // the satellite does not exist
  C1114: { group: 'list', status: 409, assigned: true }, // this part of the list can't be edited; data.reason
  C1115: { group: 'list', status: 404, assigned: true }, // the transponder does not exist
  C1116: { group: 'list', status: 409, assigned: true }, // the satellite has this transponder already
  C1118: { group: 'list', status: 404, assigned: true }, // the favourite group does not exist
  C1119: { group: 'list', status: 409, assigned: true }, // at most 32 favourite groups
  C1117: { group: 'list', status: 409 },
  Q2101: { group: 'list', status: 409 },
  Q2102: { group: 'list', status: 409 },
  Q2103: { group: 'list', status: 404, assigned: true }, // the category does not exist
  Q2201: { group: 'list', status: 409 },
  Q2203: { group: 'list', status: 422 },
  Q2202: { group: 'list', status: 409 },
  Q2205: { group: 'list', status: 422 },
  Q2301: { group: 'list', status: 422 },
  // firmware, models, plans
  M3101: { group: 'firmware', status: 409, assigned: true }, // the model has this software version already
  M3102: { group: 'firmware', status: 404, assigned: true }, // the software version does not exist
  M3301: { group: 'firmware', status: 404, assigned: true }, // the model of box does not exist
  M4203: { group: 'firmware', status: 409, assigned: true }, // it would end after the last date for sale; data.until
  M4301: { group: 'firmware', status: 404, assigned: true }, // the manual does not exist
  M4201: { group: 'firmware', status: 404, assigned: true }, // the plan does not exist
  M4202: { group: 'firmware', status: 409, assigned: true }, // the product has a plan of this many months already
  M4401: { group: 'firmware', status: 404, assigned: true }, // the promotion does not exist
  M4402: { group: 'firmware', status: 409, assigned: true }, // a promotion of this name exists
  M4404: { group: 'firmware', status: 409 },
  M4405: { group: 'firmware', status: 409 },
  M4406: { group: 'firmware', status: 409, assigned: true }, // the promotion's state does not allow this; data.state
  M4701: { group: 'firmware', status: 404, assigned: true }, // the product does not exist
  M4702: { group: 'firmware', status: 409, assigned: true }, // a product of this key or name exists
  M4703: { group: 'firmware', status: 404, assigned: true }, // the service does not exist
  M6202: { group: 'firmware', status: 422, silent: true, reserved: true },
  D1302: { group: 'device', status: 422, silent: true, reserved: true },
  // feedback
  F1101: { group: 'feedback', status: 404 },
  F1102: { group: 'feedback', status: 404, assigned: true },
  F1103: { group: 'feedback', status: 404, assigned: true },
  F1104: { group: 'feedback', status: 403, assigned: true },
  F1105: { group: 'feedback', status: 503 },
  // orders and payments
  R1000: { group: 'order', status: 404 },
  R1001: { group: 'order', status: 409 },
  R1002: { group: 'order', status: 409 },
  R1003: { group: 'order', status: 422, silent: true, reserved: true },
  R1004: { group: 'order', status: 422, silent: true, reserved: true },
  R1006: { group: 'order', status: 422, silent: true, reserved: true },
  R1007: { group: 'order', status: 422, silent: true, reserved: true },
  R2001: { group: 'order', status: 422 },
  P1000: { group: 'order', status: 503 },
  P1001: { group: 'order', status: 422 },
  P1002: { group: 'order', status: 409 },
  P1003: { group: 'order', status: 422, never: true }, // providers call an address; payments have no mailbox
  P1004: { group: 'order', status: 503 },
  OP1001: { group: 'order', status: 422 },
  OP10012: { group: 'order', status: 422 },
  OP10013: { group: 'order', status: 409 },
  OP10014: { group: 'order', status: 409 },
  OP10015: { group: 'order', status: 409 },
  OP10017: { group: 'order', status: 422, silent: true },
  // wallet
  MC1000: { group: 'wallet', status: 409, assigned: true }, // the wallet is not open yet
  MC1001: { group: 'wallet', status: 503, assigned: true }, // the wallet could not be opened
  MC1002: { group: 'wallet', status: 409, assigned: true }, // too little Mango; data.available
  // a former recipient can't receive any more
  MC1003: { group: 'wallet', status: 409, assigned: true },
  // the old payment password is wrong; data.left: attempts left
  MC1005: { group: 'wallet', status: 422, assigned: true },
  MC1008: { group: 'wallet', status: 422, assigned: true }, // the sender is the recipient
  // nobody can receive under this name: unknown, disabled or without an open wallet
  MC1009: { group: 'wallet', status: 404, assigned: true },
  // over the 24-hour limit; data.context: amount or count, data.left, data.most
  MC1010: { group: 'wallet', status: 409, assigned: true },
  MC1011: { group: 'wallet', status: 409, assigned: true }, // the fee has changed; data.fee, data.total
  // bought by card recently; data.transferable now, and more from data.from on
  MC1012: { group: 'wallet', status: 409, assigned: true },
  // frozen (nothing goes out) or closed; data.state, data.reason
  MC1013: { group: 'wallet', status: 409, assigned: true },
  MC1014: { group: 'wallet', status: 409, assigned: true }, // money is owed to a bank; data.owed
  MC1104: { group: 'wallet', status: 409, assigned: true }, // no payment password is set
  MC1105: { group: 'wallet', status: 409, assigned: true }, // the payment password is locked; data.until
  MC1106: { group: 'wallet', status: 422, assigned: true }, // the payment password is wrong; data.left
  // not a code, or one that can't be used any more; data.context: empty, shape, check, ended, withdrawn
  MC1300: { group: 'wallet', status: 422, assigned: true },
  MC1301: { group: 'wallet', status: 404, assigned: true }, // there is no such code
  // the code was used; data.at and data.amount if this account used it
  MC1302: { group: 'wallet', status: 409, assigned: true },
  MC1004: { group: 'wallet', status: 422, silent: true, reserved: true },
  MC1006: { group: 'wallet', status: 422, silent: true, reserved: true },
  MC1007: { group: 'wallet', status: 422 },
  MC1101: { group: 'wallet', status: 422, silent: true, reserved: true },
  MC1102: { group: 'wallet', status: 422, silent: true, reserved: true },
  MC1103: { group: 'wallet', status: 422, silent: true, reserved: true },
} as const satisfies Record<string, Entry>

export type Code = keyof typeof codes
/** An expected failure, as modules return it. `data` is for programs; `field` names the input it is about. */
export type Failure = { ok: false; code: Code; field?: string; data?: Record<string, unknown> }
export type Result<T> = { ok: true; value: T } | Failure

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const fail = (code: Code, more: { field?: string; data?: Record<string, unknown> } = {}): Failure => ({
  ok: false,
  code,
  ...more,
})
/**
 * Makes I1009 for a limit that refused, with the seconds after which a retry makes sense. The answer's Retry-After has
 * the same number.
 */
export const tooMany = ({ retryAfterSeconds }: { retryAfterSeconds: number }, field?: string): Failure =>
  fail('I1009', { ...(field === undefined ? {} : { field }), data: { retryAfterSeconds } })
export const statusOf = (code: Code): number => codes[code].status
