/** Names that speak for the house are no customer's, however they are written; others are free. */
import { describe, expect, it } from 'vitest'
import { isReservedName } from '~/modules/account/reserved-name'

describe('a reserved name', () => {
  it.each([
    ...['support', 'Support', 'SUPPORT', 'support24', 'sup-port', 's.u.p.p.o.r.t', 'supp0rt', 'support_team'],
    ...['admin1', 'adm1n_1', 'root-admin', 'Administrator', 'adrninistrator', '0perator', 'the-operator', 'sysadmin'],
    ...['Mango.Support', 'mango-portal', 'MangoCoin', 'mango_help', 'Mango.Helpx7z', 'm4ngo.security', 'help.mango.eu'],
    ...['system', 'security', 'b1lling', 'biIIing', 'postmaster', 'no-reply-support', 'ｓｕｐｐｏｒｔ', 'súppört'],
    ...['ѕуѕтем', 'поддержка', 'Администратор', 'підтримка', 'soporte', 'suporte', 'Sécurité', 'پشتیبانی', 'الدعم24'],
  ])('%s', (name) => expect(isReservedName(name)).toBe(true))
  it.each([
    ...[
      'demo-user',
      'mango-lover',
      'mangofan',
      'helper1',
      'Ana.Silva',
      'rooted',
      'rot-weiss',
      'sistemático',
      'adminah',
    ],
    ...['josé.supportive', 'stafford', 'operetta', 'user123456', 'wallet-of-ana', 'mail.ana', 'کاربر-تازه', 'Наташа'],
    ...['помощница', 'кошка24', 'ana-1990', 'Rosé_box', 'wanna-operate'],
  ])('%s is none', (name) => expect(isReservedName(name)).toBe(false))
})
