/** Where a service can be bought: AF-VIP only on the African continent, and never in the restricted countries. */
import { db, type Transaction } from '~/platform/db.server'
import { fail, ok, type Result } from '~/errors/table'
import { isRestrictedRegion, regionalService } from './restricted-regions'

/**
 * The countries and territories of the African continent, by ISO 3166 code: region 002 of the United Nations' M49,
 * without the two uninhabited ones.
 */
const africanCountries: ReadonlySet<string> = new Set(
  (
    'DZ EG EH LY MA SD TN ' + // north
    'BI DJ ER ET KE KM MG MU MW MZ RE RW SC SO SS TZ UG YT ZM ZW ' + // east
    'AO CD CF CG CM GA GQ ST TD ' + // middle
    'BW LS NA SZ ZA ' + // south
    'BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG'
  ) // west
    .split(' '),
)

/**
 * Whether these services can be bought from this country. A0451 if not; `data.context` says why: `undeclared` (the
 * account has not declared its boxes' country), `restricted` or `elsewhere`.
 */
export const checkCountry = (services: readonly string[], country: string | null): Result<null> => {
  if (!services.includes(regionalService)) return ok(null)
  const refused = (context: 'undeclared' | 'restricted' | 'elsewhere') =>
    fail('A0451', { data: { context, service: regionalService, country } })
  if (country === null) return refused('undeclared')
  if (isRestrictedRegion(country)) return refused('restricted')
  return africanCountries.has(country) ? ok(null) : refused('elsewhere')
}

/** The same for the country that the account has declared; a country only given at registration does not count. */
export const checkRegion = async (
  userId: string,
  services: readonly string[],
  source: Transaction | typeof db = db,
): Promise<Result<null>> => {
  if (!services.includes(regionalService)) return ok(null)
  const user = await source.user.findUnique({
    where: { id: userId },
    select: { country: true, countryDeclaredAt: true },
  })
  return checkCountry(services, user === null || user.countryDeclaredAt === null ? null : user.country)
}
