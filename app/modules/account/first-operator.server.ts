/**
 * Creates the first operator. If there is none at start, a one-time token is written to the data folder, readable only
 * by its owner; whoever can read that file can create the first operator's account with it, once. An operator who lost
 * all access recovers with the same token, enabled on the machine itself.
 */
import path from 'node:path'
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { consume } from '~/platform/limits.server'
import { makeToken, sameSecret, sha256 } from '~/platform/random.server'
import { hideSecretFile, readSecretFile, removeSecretFile, writeSecretFile } from '~/platform/secret-file.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { recordAudit } from '~/modules/audit/audit.server'
import { fail, tooMany, type Result } from '~/errors/table'
import { insertAccount, type Account } from './account.store.server'
import { isNewUserName } from './account.schema'
import { hashOrBusy } from './password.server'
import { refusePassword } from './register.server'

const settingKey = 'first-operator-token'
/**
 * Until when the one-time token is valid although operators exist; written on the machine itself
 * (scripts/ops/operator-way-back.mjs).
 */
const wayBackKey = 'operator-way-back'
const tokenFile = (): string => path.join(env.dataDir, 'first-operator-token')

/** True if somebody on the machine has enabled operator recovery within the last day. */
const isWayBackOpen = async (from: Pick<Transaction, 'setting'> = db): Promise<boolean> => {
  const row = await from.setting.findUnique({ where: { key: wayBackKey } })
  return row !== null && new Date(row.value).getTime() > now().getTime()
}

/**
 * Writes the one-time token if there is no operator; returns the file's path, or null if an operator exists and
 * recovery is not enabled.
 */
export const ensureFirstOperator = async (): Promise<string | null> => {
  const file = tokenFile()
  if ((await db.user.count({ where: { role: 'operator' } })) > 0) {
    if (await isWayBackOpen()) return file
    await db.setting.deleteMany({ where: { key: { in: [settingKey, wayBackKey] } } })
    await removeSecretFile(file)
    return null
  }
  const kept = await db.setting.findUnique({ where: { key: settingKey } })
  const present = await readSecretFile(file)
  if (kept !== null && present !== null && sameSecret(kept.value, sha256(present))) {
    await hideSecretFile(file)
    return file
  }
  const token = makeToken('mpf_')
  await writeSecretFile(file, token)
  const value = sha256(token)
  await db.setting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value, updatedAt: now() },
    update: { value, updatedAt: now() },
  })
  return file
}

/** Creates the first operator's account with the one-time token; I1304 for a wrong or used one. */
export const claimFirstOperator = async (
  input: { token: string; userName: string; password: string },
  from: { address: string },
): Promise<Result<Account>> => {
  const allowed = await consume('claim-address', from.address)
  if (!allowed.ok) return tooMany(allowed)
  if (!isNewUserName(input.userName)) return fail('I1106', { field: 'userName' })
  const weak = refusePassword(input.password, { userName: input.userName }, 'password')
  if (weak !== null) return weak
  const kept = await db.setting.findUnique({ where: { key: settingKey } })
  if (kept === null || !sameSecret(kept.value, sha256(input.token))) return fail('I1304', { field: 'token' })
  const hashed = await hashOrBusy(input.password, { who: from.address })
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value
  return transact(async (tx): Promise<Result<Account>> => {
    const taken = await tx.setting.deleteMany({ where: { key: settingKey, value: kept.value } })
    const isFirst = (await tx.user.count({ where: { role: 'operator' } })) === 0
    if (taken.count === 0 || !(isFirst || (await isWayBackOpen(tx)))) return fail('I1304', { field: 'token' })
    await tx.setting.deleteMany({ where: { key: wayBackKey } })
    // A taken name doesn't use up the token: the whole transaction is rolled back.
    const inserted = await insertAccount(tx, {
      userName: input.userName,
      passwordHash,
      role: 'operator',
      vnoId: null,
      language: null,
    })
    if (!inserted.ok) return inserted
    const { id, userName } = inserted.value
    await recordAudit({ actor: id, action: 'operator.claim', subject: id, detail: userName }, tx)
    afterCommit(tx, 'the used token of the first operator is removed', () => removeSecretFile(tokenFile()))
    return inserted
  })
}
