/**
 * The rows of the matrix: what every page and every endpoint answers to each kind of caller. A page's answer is its
 * status and its redirect; an endpoint's is its code, or the status of a file. Whoever adds a page or an endpoint adds
 * its row.
 */

/**
 * Signed out; the owner of what the address names; another customer; a disabled account and an expired session, both
 * formerly the owner's.
 */
export const callers = ['out', 'owner', 'other', 'disabled', 'expired'] as const
export type CallerName = (typeof callers)[number]
/** What belongs to the owner. */
export type Things = {
  listId: string
  sn: string
  tokenId: string
  heldId: string
  messageId: string
  feedbackId: string
}
export type Answers = Readonly<Record<CallerName, string>>
type Row = {
  answers: Answers
  query?: string
  /** The call ends the caller's session: a new one is made before and after. */
  fresh?: true
  /** What the address's id is, where it is not the list. */
  about?: 'messageId' | 'feedbackId'
  /** The call uses up a list: the owner makes one for it. */
  freshList?: true
  /** The call takes a box from its owner: one is bound for it. */
  freshBox?: true
}
export type PageRow = Row & { fields?: Record<string, string> }
/** byCookie: where a browser gets another answer than a program. */
export type ApiRow = Row & { byCookie?: Answers; json?: unknown; raw?: string; headers?: Record<string, string> }

const people = (stranger: string, owner: string, other = owner): Answers => ({
  out: stranger,
  owner,
  other,
  disabled: stranger,
  expired: stranger,
})
/** The same for everybody. */
const all = (answer: string): Answers => people(answer, answer)
/** A page for visitors. */
const guest = (answer: string): Answers => people(answer, '302 /home')
/** A page for signed-in people; with another answer for other customers where it concerns one person's data. */
const seen = (owner: string, other = owner): Answers => people('302 /', owner, other)
/** Its form. */
const posted = (owner: string, other = owner): Answers => people('303 /', owner, other)
/** A call for signed-in people: it says why a session or an account is not valid. */
const called = (owner: string, other = owner): Answers => ({
  out: 'I1304',
  owner,
  other,
  disabled: 'U6008',
  expired: 'I1303',
})
/** A call of boxes or operators. */
const closed = called('A0403')

export const pageRows: Readonly<Record<string, PageRow>> = {
  'GET $.tsx': { answers: seen('404') },
  'POST $.tsx': { answers: seen('404') },
  'GET [.]well-known.jwks[.]json.ts': { answers: all('200') },
  'GET _index.tsx': { answers: all('302 /home') },
  'GET api.$.ts': { answers: all('404') },
  'POST api.$.ts': { answers: all('404') },
  'GET dev.outbox.$id.tsx': { answers: all('404') },
  'GET dev.outbox.$id_.mail.ts': { answers: all('404') },
  'GET dev.outbox._index.tsx': { answers: all('200') },
  'GET features._index.tsx': { answers: seen('200') },
  'POST features._index.tsx': { answers: posted('422') },
  'GET features.lists.$id._index.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id._index.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.channels.$channelId.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.channels.$channelId.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.clash.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.clash.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.compare.tsx': { answers: seen('303 /features/lists/{listId}', '404') },
  'POST features.lists.$id.compare.tsx': { answers: posted('303 /features/lists/{listId}', '404') },
  'GET features.lists.$id.copy.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.copy.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.delete.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.delete.tsx': { answers: posted('303 /features', '404'), freshList: true },
  'GET features.lists.$id.engine.ts': { answers: people('401', '200', '404') },
  'GET features.lists.$id.export.tsx': { answers: seen('200', '404') },
  'GET features.lists.$id.file.ts': { answers: seen('200', '404') },
  'GET features.lists.$id.history.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.history.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.remove.tsx': { answers: seen('302 /features/lists/{listId}#channels', '404') },
  'POST features.lists.$id.remove.tsx': { answers: posted('303 /features/lists/{listId}#channels', '404') },
  'GET features.lists.$id.rename.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.rename.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.report.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.report.tsx': { answers: posted('422', '404') },
  'GET features.lists.$id.sort.tsx': { answers: seen('200', '404') },
  'POST features.lists.$id.sort.tsx': { answers: posted('422', '404') },
  'GET features.uploads.$heldId.tsx': { answers: seen('200', '303 /features') },
  'GET features.uploads._index.tsx': { answers: seen('200') },
  'POST features.uploads._index.tsx': { answers: posted('422') },
  'POST features.uploads.data.ts': { answers: posted('422') },
  'GET forget._index.tsx': { answers: all('200') },
  'POST forget._index.tsx': { answers: all('422') },
  'GET forget.code.tsx': { answers: all('302 /forget') },
  'POST forget.code.tsx': { answers: all('303 /forget') },
  'GET forget.password.tsx': { answers: all('302 /forget') },
  'POST forget.password.tsx': { answers: all('303 /forget') },
  'GET help._index.tsx': { answers: all('200') },
  'GET help.bluetooth.tsx': { answers: all('200') },
  'GET help.box-settings.tsx': { answers: all('200') },
  'GET help.editor.tsx': { answers: all('200') },
  'GET help.usb-network.tsx': { answers: all('200') },
  'GET help.video-key.tsx': { answers: all('200') },
  'GET help.vpn.tsx': { answers: all('200') },
  'GET help.app._index.tsx': { answers: all('200') },
  'GET help.app.data.ts': { answers: all('200') },
  'GET help.contact.tsx': { answers: all('200') },
  'GET help.instructions.tsx': { answers: all('200') },
  'GET help.regions.tsx': { answers: all('200') },
  'GET home.tsx': { answers: all('200') },
  'GET language.ts': { answers: all('302 /home') },
  'POST language.ts': { answers: all('303 /home') },
  'GET login._index.tsx': { answers: guest('200') },
  'POST login._index.tsx': { answers: guest('422') },
  'GET login.code._index.tsx': { answers: guest('200') },
  'POST login.code._index.tsx': { answers: guest('422') },
  'GET login.code.enter.tsx': { answers: guest('302 /login/code') },
  'POST login.code.enter.tsx': { answers: all('303 /login/code') },
  'GET login.second.tsx': { answers: guest('302 /login') },
  'POST login.second.tsx': { answers: all('303 /login') },
  'GET logout.ts': { answers: all('302 /home') },
  'POST logout.ts': { answers: all('303 /'), fresh: true },
  'GET news._index.tsx': { answers: seen('200') },
  'GET news.attachments.$id.ts': { answers: seen('404') },
  'GET news.feedback.$id._index.tsx': { answers: seen('200', '404'), about: 'feedbackId' },
  'POST news.feedback.$id._index.tsx': {
    answers: posted('303 /news/feedback/{feedbackId}', '404'),
    about: 'feedbackId',
    fields: { text: 'Matrix' },
  },
  'GET news.feedback.$id.close.tsx': { answers: seen('200', '404'), about: 'feedbackId' },
  'POST news.feedback.$id.close.tsx': {
    answers: posted('303 /news/feedback/{feedbackId}', '404'),
    about: 'feedbackId',
  },
  'GET news.feedback._index.tsx': { answers: seen('200') },
  'GET news.feedback.new.tsx': { answers: seen('200') },
  'POST news.feedback.new.tsx': { answers: posted('422') },
  'GET news.messages.$id.tsx': { answers: seen('200', '404'), about: 'messageId' },
  'GET news.read-all.tsx': { answers: seen('302 /news') },
  'POST news.read-all.tsx': { answers: posted('303 /news') },
  'GET personal._index.tsx': { answers: seen('200') },
  'GET personal.authenticator._index.tsx': { answers: seen('200') },
  'POST personal.authenticator._index.tsx': { answers: posted('422') },
  'GET personal.authenticator.codes.tsx': { answers: seen('200') },
  'GET personal.authenticator.remove.tsx': { answers: seen('200') },
  'POST personal.authenticator.remove.tsx': { answers: posted('422') },
  'GET personal.authenticator.renew.tsx': { answers: seen('200') },
  'POST personal.authenticator.renew.tsx': { answers: posted('422') },
  'GET personal.contact.$channel._index.tsx': { answers: seen('200') },
  'POST personal.contact.$channel._index.tsx': { answers: posted('422') },
  'GET personal.contact.$channel.code.tsx': { answers: seen('302 /personal/contact/email') },
  'POST personal.contact.$channel.code.tsx': { answers: posted('303 /personal/contact/email') },
  'GET personal.contact.$channel.remove.tsx': { answers: seen('200', '302 /personal/contact/email') },
  'POST personal.contact.$channel.remove.tsx': { answers: posted('422', '302 /personal/contact/email') },
  'GET personal.country.tsx': { answers: seen('200') },
  'POST personal.country.tsx': { answers: posted('422') },
  'GET personal.password._index.tsx': { answers: seen('200') },
  'POST personal.password._index.tsx': { answers: posted('422') },
  'GET personal.password.code.tsx': { answers: seen('200') },
  'POST personal.password.code.tsx': { answers: posted('422') },
  'GET personal.sessions.tsx': { answers: seen('200') },
  'POST personal.sessions.tsx': { answers: posted('303 /personal/sessions'), fields: { session: 'none-of-mine' } },
  'GET personal.sign-ins.tsx': { answers: seen('200') },
  'GET personal.tokens.$id.tsx': { answers: seen('200', '404') },
  'GET personal.tokens.$id_.revoke.tsx': { answers: seen('200', '404') },
  'GET personal.tokens._index.tsx': { answers: seen('200') },
  'GET personal.tokens.new.tsx': { answers: seen('200') },
  'POST personal.tokens.new.tsx': { answers: posted('422') },
  'GET personal.user-name.tsx': { answers: seen('200') },
  'POST personal.user-name.tsx': { answers: posted('422') },
  'GET personal.welcome.tsx': { answers: seen('200') },
  'GET privacy.tsx': { answers: all('200') },
  'GET register.tsx': { answers: guest('200') },
  'POST register.tsx': { answers: guest('422') },
  'GET terminal.$sn.tsx': { answers: seen('200', '404') },
  'POST terminal.$sn.tsx': {
    answers: posted('303 /terminal/{sn}', '404'),
    fields: { intent: 'rename', nickname: 'Matrix' },
  },
  'GET terminal.$sn_.unbind.tsx': { answers: seen('200', '404') },
  'GET terminal._index.tsx': { answers: seen('200') },
  'GET terminal.bind.tsx': { answers: seen('200') },
  'POST terminal.bind.tsx': { answers: posted('422') },
  'GET texts.$language.$version.$namespace.ts': { answers: all('200') },
  'GET userAgreement.tsx': { answers: all('200') },
  'GET verification._index.tsx': {
    answers: all('302 /verification?purpose=sign-in&cookie=1'),
    query: '?purpose=sign-in',
  },
  'POST verification._index.tsx': {
    answers: all('302 /verification?purpose=sign-in&cookie=1'),
    query: '?purpose=sign-in',
  },
  'GET verification.code._index.tsx': {
    answers: all('302 /verification/code?purpose=sign-in&cookie=1'),
    query: '?purpose=sign-in',
  },
  'POST verification.code._index.tsx': {
    answers: all('302 /verification/code?purpose=sign-in&cookie=1'),
    query: '?purpose=sign-in',
  },
  'GET verification.code.enter.tsx': {
    answers: all('303 /verification/code?purpose=sign-in&returnTo=%2Flogin'),
    query: '?purpose=sign-in',
  },
  'POST verification.code.enter.tsx': {
    answers: all('303 /verification/code?purpose=sign-in&returnTo=%2Flogin'),
    query: '?purpose=sign-in',
  },
  'GET verification.picture.ts': { answers: all('404'), query: '?purpose=sign-in' },
  'POST terminal.$sn_.unbind.tsx': { answers: posted('303 /terminal', '404'), freshBox: true },
  'POST personal.tokens.$id_.revoke.tsx': { answers: posted('303 /personal/tokens', '404') },
  'POST features.uploads.$heldId.tsx': { answers: posted('303 /features'), fields: { intent: 'drop' } },
}

export const apiRows: Readonly<Record<string, ApiRow>> = {
  'GET /authority/secondCaptcha': { answers: all('A0422') },
  'POST /authority/verifyCaptcha': { answers: all('A0424') },
  'GET /authority/nonce': { answers: all('0') },
  'POST /iot/customer/register': { answers: all('I1309') },
  'POST /iot/customer/login': { answers: all('A0424') },
  'POST /iot/customer/login/second': { answers: all('A0424') },
  'POST /iot/customer/refreshToken': { answers: all('I1308') },
  'POST /iot/customer/logout': { answers: all('0'), fresh: true },
  'GET /iot/customer/vcode': { answers: all('I1108') },
  'GET /iot/customer/imageVerificationCode': { answers: all('0') },
  'GET /iot/customer/checkVerificationCode': { answers: all('I1113') },
  'GET /iot/customer/checkChangePasswordVerificationCode': { answers: called('I1113') },
  'POST /iot/customer/lostPassword': { answers: all('I1309') },
  'POST /iot/customer/changePassword': { answers: called('I1309') },
  'GET /iot/customer/userInfo': { answers: called('0') },
  'POST /iot/customer/modifyUsername': { answers: called('I1309') },
  'POST /iot/customer/bindUserInfo': { answers: called('I1113') },
  'POST /iot/customer/onlineState': { answers: called('0'), json: { state: 1 } },
  'GET /iot/customer/pageSession': { answers: called('A0403'), byCookie: called('0') },
  'GET /iot/customer/draft': { answers: called('A0403'), byCookie: called('0'), query: '?page=/personal' },
  'PUT /iot/customer/draft': {
    answers: called('A0403'),
    byCookie: called('0'),
    query: '?page=/personal',
    json: { fields: { name: 'x' } },
  },
  'DELETE /iot/customer/draft': { answers: called('A0403'), byCookie: called('0'), query: '?page=/personal' },
  'POST /chmax/lists': { answers: called('A0422') },
  'GET /chmax/lists': { answers: called('0') },
  'GET /chmax/deleted': { answers: called('0') },
  'GET /chmax/lists/{id}': { answers: called('0', 'C1101') },
  'PUT /chmax/lists/{id}': { answers: called('0', 'C1101'), json: { name: 'Matrix 1' } },
  'DELETE /chmax/lists/{id}': { answers: called('0', 'C1101'), freshList: true },
  'POST /chmax/lists/{id}/restore': { answers: called('C1101') },
  'POST /chmax/lists/{id}/copy': { answers: called('C1125', 'C1101'), json: { name: 'Matrix 1' } },
  'GET /chmax/lists/{id}/file': { answers: called('200', 'C1101') },
  'PUT /chmax/lists/{id}/file': { answers: called('C1112', 'C1101'), raw: 'no list', headers: { 'if-match': '*' } },
  'GET /chmax/lists/{id}/losses': { answers: called('0', 'C1101') },
  'GET /chmax/lists/{id}/engine': { answers: called('200', 'C1101') },
  'GET /chmax/lists/{id}/report': { answers: called('0', 'C1101') },
  'GET /chmax/lists/{id}/encodings/{encoding}': { answers: called('0', 'C1101') },
  'GET /chmax/lists/{id}/channels': { answers: called('0', 'C1101') },
  'GET /chmax/lists/{id}/channels/{channel}': { answers: called('0', 'C1101') },
  'GET /chmax/room': { answers: called('0') },
  'POST /chmax/lists/{id}/mapping': { answers: called('0', 'C1101'), json: { source: 'f'.repeat(64), ids: [0] } },
  'POST /chmax/lists/{id}/operations': {
    answers: called('A0422', 'C1101'),
    json: { base: 999, operations: [{ op: 'delete', ids: [0] }] },
  },
  'POST /chmax/lists/{id}/undo': { answers: called('0', 'C1101'), byCookie: called('C1105', 'C1101') },
  'POST /chmax/lists/{id}/redo': { answers: called('0', 'C1101'), byCookie: called('C1105', 'C1101') },
  'GET /chmax/lists/{id}/revisions': { answers: called('0', 'C1101') },
  'POST /chmax/lists/{id}/revisions/{revision}/restore': { answers: called('0', 'C1101') },
  'GET /userFeedback/customer/attachment': { answers: called('0') },
  'POST /userFeedback/customer/attachment': { answers: called('A0422') },
  'PUT /userFeedback/customer/attachment/{id}': { answers: called('F1102'), query: '?offset=0', raw: 'part' },
  'GET /userFeedback/customer/attachment/{id}': { answers: called('F1102') },
  'GET /userFeedback/customer/attachment/{id}/file': { answers: called('F1102') },
  'DELETE /userFeedback/customer/attachment/{id}': { answers: called('F1102') },
  'GET /userFeedback/customer/systemMessagePage': { answers: called('0') },
  'GET /userFeedback/customer/systemMessage/{id}': { answers: called('0', 'A0404'), about: 'messageId' },
  'PUT /userFeedback/customer/systemMessage/read': { answers: called('0', 'A0404'), json: { id: '{messageId}' } },
  'PUT /userFeedback/customer/systemMessage/readAll': { answers: called('0') },
  'GET /userFeedback/customer/allUnreadMessage': { answers: called('0') },
  'GET /userFeedback/customer/contactEmail': { answers: all('0') },
  'GET /userFeedback/customer/userFeedback/device': { answers: called('0') },
  'GET /userFeedback/customer/userFeedbackPage': { answers: called('0') },
  'GET /userFeedback/customer/userFeedback/{id}': { answers: called('0', 'F1101'), about: 'feedbackId' },
  'POST /userFeedback/customer/userFeedback': { answers: called('A0422') },
  'POST /userFeedback/customer/userFeedback/{id}/reply': {
    answers: called('A0409', 'F1101'),
    about: 'feedbackId',
    json: { text: 'Thanks' },
  },
  'PUT /userFeedback/customer/userFeedback/{id}/close': { answers: called('A0409', 'F1101'), about: 'feedbackId' },
  'PUT /userFeedback/customer/userFeedback/readReply': {
    answers: called('0', 'F1101'),
    json: { feedbackId: '{feedbackId}' },
  },
  'PUT /userFeedback/customer/userFeedback/readAllReply': { answers: called('0') },
  'GET /modelConfig/customer/instructions/{sn}': { answers: called('0', 'I1402') },
  'GET /modelConfig/instruction/download/instruction/{instructionId}': { answers: all('M4301') },
  'POST /operator/instructions': { answers: closed },
  'GET /operator/instructions': { answers: closed },
  'DELETE /operator/instructions/{id}': { answers: closed },
  'POST /stb/pair': { answers: all('D1107') },
  'POST /stb/token': { answers: closed },
  'POST /stb/report': { answers: closed },
  'GET /stb/lists': { answers: closed },
  'PUT /stb/lists': { answers: closed },
  'GET /stb/lists/{id}': { answers: closed },
  'POST /operator/claim': { answers: all('I1304') },
  'POST /operator/models': { answers: closed },
  'GET /operator/models': { answers: closed },
  'POST /operator/boxes': { answers: closed },
  'GET /operator/boxes': { answers: closed },
  'POST /operator/boxes/{sn}/release': { answers: closed },
  'POST /operator/vnos': { answers: closed },
  'GET /operator/vnos': { answers: closed },
  'POST /operator/accounts': { answers: closed },
  'GET /operator/accounts': { answers: closed },
  'PUT /operator/accounts/{id}': { answers: closed },
  'GET /operator/accounts/{id}/sign-ins': { answers: closed },
  'DELETE /operator/accounts/{id}/sessions': { answers: closed },
  'DELETE /operator/accounts/{id}/authenticator': { answers: closed },
  'POST /operator/lists': { answers: closed },
  'GET /operator/lists': { answers: closed },
  'DELETE /operator/lists/{id}': { answers: closed },
  'POST /operator/tokens': { answers: closed },
  'GET /operator/tokens': { answers: closed },
  'DELETE /operator/tokens/{id}': { answers: closed },
  'GET /operator/audit': { answers: closed },
  'POST /operator/messages': { answers: closed },
  'GET /operator/messages': { answers: closed },
  'DELETE /operator/messages/{id}': { answers: closed },
  'GET /operator/feedback': { answers: closed },
  'GET /operator/feedback/{id}': { answers: closed },
  'POST /operator/feedback/{id}/answer': { answers: closed },
  'PUT /operator/feedback/{id}/close': { answers: closed },
  'GET /operator/feedback/attachments/{id}': { answers: closed },
}
