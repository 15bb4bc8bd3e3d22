/** How a page's scripts treat the codes of the API: which are silent, and which end the session here. */
const silent: ReadonlySet<string> = new Set([
  'D1302',
  'M6202',
  'R1006',
  'R1003',
  'R1007',
  'R1004',
  'MC1004',
  'MC1101',
  'MC1102',
  'MC1103',
  'MC1006',
  'OP10017',
  'B0005',
])
const ending: ReadonlySet<string> = new Set(['I1303', 'I1304', 'I1305', 'I1306', 'A0411'])

export const isSilent = (code: string): boolean => silent.has(code)
/** True if the answer means that nobody is signed in here any more. */
export const endsSession = (status: number, code: string): boolean => status === 401 || ending.has(code)
