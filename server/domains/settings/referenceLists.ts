import { z } from 'zod'
import { localeNames } from '#core/platform/localeNames.ts'
import { isRightToLeft, LOCALE_CODES, textLanguage } from '#core/platform/locales.ts'
import { ALL_LOGIN_TYPES, isStaff, userTypeOf } from '#core/platform/loginTypes.ts'
import { ACTIONS, MODULES, SPECIAL_PERMISSIONS } from '#core/platform/modules.ts'
import type { Call } from '#server/platform/http.ts'
import { malformed, notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'

type Row = Readonly<Record<string, unknown>> & { label: string }

/** A list that the product itself knows: it can be read, and nothing else. */
interface ReferenceList {
  name: string
  single: string
  id: string
  rows: (language: string) => Row[]
}

const LISTS: readonly ReferenceList[] = [
  {
    name: 'languages',
    single: 'language',
    id: 'language',
    rows: (reader) => {
      const names = new Intl.DisplayNames([reader], { type: 'language' })
      return LOCALE_CODES.map((language) => ({
        language,
        name: localeNames[language],
        label: names.of(language) ?? language,
        direction: isRightToLeft(language) ? 'rtl' : 'ltr',
        // The others are shown in English where a text is missing.
        is_complete: textLanguage(language) === language ? 1 : 0,
      }))
    },
  },
  {
    name: 'time_zones',
    single: 'time_zone',
    id: 'time_zone',
    rows: () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone')].map((time_zone) => ({
        time_zone,
        label: time_zone.replaceAll('_', ' '),
        offset: offsetOf(time_zone),
      })),
  },
  {
    name: 'modules',
    single: 'module',
    id: 'module',
    rows: (reader) =>
      MODULES.map((module) => ({
        module,
        label: translate(reader, `modules.${module}`),
        permissions: [
          ...ACTIONS.map((action) => `${module}.${action}`),
          ...[SPECIAL_PERMISSIONS[module as keyof typeof SPECIAL_PERMISSIONS] ?? []].flat(),
        ],
      })),
  },
  {
    name: 'login_types',
    single: 'login_type',
    id: 'login_type_id',
    rows: (reader) =>
      ALL_LOGIN_TYPES.map((login_type_id) => ({
        login_type_id,
        label: translate(reader, `login_types.${login_type_id}`),
        is_staff: isStaff(login_type_id) ? 1 : 0,
        user_type: userTypeOf(login_type_id),
      })),
  },
]

const Asked = z.looseObject({
  search: z.string().max(255).optional(),
  page_size: z.string().optional(),
  page_num: z.string().optional(),
  options: z.string().optional(),
})
const PAGE_SIZE = 2

/** The calls of the lists that the product itself knows; whoever is signed in may read them. */
export const referenceCalls: Call[] = LISTS.flatMap(({ name, single, id, rows }): Call[] => [
  {
    method: 'GET',
    path: `/${name}`,
    tag: name,
    summary: `List ${name.replaceAll('_', ' ')}`,
    access: 'session',
    query: Asked,
    answer: z.object({
      page: z.object({ page_num: z.int(), page_size: z.int(), total_records: z.int() }).optional(),
      [name]: z.array(z.looseObject({ label: z.string() })),
    }),
    run: async ({ actor }, { query }) => {
      const sorted = rows(actor.language).toSorted((a, b) => a.label.localeCompare(b.label, actor.language))
      if (query.options) return { [name]: sorted.map((row) => ({ [id]: row[id], label: row.label })) }
      const found = sorted.filter((row) => matches(row, query.search ?? ''))
      const page_size = wholeNumber(query.page_size) ?? PAGE_SIZE
      const page_num = Math.max(1, wholeNumber(query.page_num) ?? 1)
      const from = page_size * (page_num - 1)
      return {
        page: { page_num, page_size, total_records: found.length },
        [name]: page_size === 0 ? found : found.slice(from, from + page_size),
      }
    },
  },
  {
    method: 'GET',
    path: `/${name}/:${id}`,
    tag: name,
    summary: `Read one of ${name.replaceAll('_', ' ')}`,
    access: 'session',
    params: z.object({ [id]: z.string().max(65) }),
    answer: z.object({ [single]: z.looseObject({ label: z.string() }) }),
    run: async ({ actor }, { params }) => {
      const row = rows(actor.language).find((one) => one[id] === params[id])
      if (!row) throw notFound()
      return { [single]: row }
    },
  },
])

function matches(row: Row, search: string): boolean {
  const text = search.trim().toLowerCase()
  return Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(text))
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw malformed()
  return Number(text)
}

/** What a zone's clock is ahead of UTC today, such as -05:00. */
function offsetOf(time_zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    timeZoneName: 'longOffset',
  }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', '') || '+00:00'
}
