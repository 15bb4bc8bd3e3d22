/** Who may use which service. Everything asks this one function, so that purchases later change one place. */
import { servicesOfEveryone, type Service } from '~/modules/catalogue/catalogue.server'
import { fail, ok, type Result } from '~/errors/table'

export type { Service } from '~/modules/catalogue/catalogue.server'
/** An account, or a box with the account that it is bound to. */
export type Subject = { userId: string } | { sn: string; userId: string | null }

const granted = servicesOfEveryone()

/** True when the subject may use the service now. */
export const isEntitled = (_subject: Subject, service: Service): Promise<boolean> =>
  Promise.resolve(granted.has(service))

/** Returns nothing when the subject may use the service, else C1109. */
export const checkEntitled = async (subject: Subject, service: Service): Promise<Result<null>> =>
  (await isEntitled(subject, service)) ? ok(null) : fail('C1109', { data: { service } })
