/**
 * The countries and territories of the African continent, by ISO 3166 code: region 002 of the United Nations' M49,
 * without the two uninhabited ones.
 */
export const africanCountries: ReadonlySet<string> = new Set(
  (
    'DZ EG EH LY MA SD TN ' + // north
    'BI DJ ER ET KE KM MG MU MW MZ RE RW SC SO SS TZ UG YT ZM ZW ' + // east
    'AO CD CF CG CM GA GQ ST TD ' + // middle
    'BW LS NA SZ ZA ' + // south
    'BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG'
  ) // west
    .split(' '),
)
