import {
  referenceCalls as definitionsOf,
  languages,
  login_types,
  modules,
  type ReferenceList,
  time_zones,
} from '#core/domains/settings/referenceCalls.ts'
import { ALL_LOGIN_TYPES, isStaff, userTypeOf } from '#core/platform/loginTypes.ts'
import { ACTIONS, MODULES, SPECIAL_PERMISSIONS } from '#core/platform/modules.ts'
import { localeNames } from '#core/platform/texts/localeNames.ts'
import { isRightToLeft, LOCALE_CODES, textLanguage } from '#core/platform/texts/locales.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { malformed, notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'

type Row = Readonly<Record<string, unknown>> & { label: string }

/** The built-in lists, and their rows in a language. */
const LISTS: readonly { list: ReferenceList; rows: (language: string) => Row[] }[] = [
  {
    list: languages,
    rows: (reader) => {
      const names = new Intl.DisplayNames([reader], { type: 'language' })
      return LOCALE_CODES.map((language) => ({
        language,
        name: localeNames[language],
        label: names.of(language) ?? language,
        direction: isRightToLeft(language) ? 'rtl' : 'ltr',
        // The other languages show English if a text is missing.
        is_complete: textLanguage(language) === language ? 1 : 0,
      }))
    },
  },
  {
    list: time_zones,
    rows: () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone')].map((time_zone) => ({
        time_zone,
        label: time_zone.replaceAll('_', ' '),
        offset: offsetOf(time_zone),
      })),
  },
  {
    list: modules,
    rows: (reader) =>
      MODULES.map((module) => ({
        module,
        label: translate(reader, `modules.${module}`),
        permissions: [
          ...ACTIONS.map((action) => `${module}.${action}`),
          ...Object.values(SPECIAL_PERMISSIONS).filter((permission) => permission.startsWith(`${module}.`)),
        ],
      })),
  },
  {
    list: login_types,
    rows: (reader) =>
      ALL_LOGIN_TYPES.map((login_type_id) => ({
        login_type_id,
        label: translate(reader, `login_types.${login_type_id}`),
        is_staff: isStaff(login_type_id) ? 1 : 0,
        user_type: userTypeOf(login_type_id),
      })),
  },
]

const PAGE_SIZE = 2

/** The calls of the built-in lists; every signed-in user may read them. */
export const referenceCalls: Call[] = LISTS.flatMap(({ list, rows }) => {
  const { name, single, id } = list
  return handleAll(name, definitionsOf(list), {
    list: {
      summary: `List ${name.replaceAll('_', ' ')}`,
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
    read: {
      summary: `Read one of ${name.replaceAll('_', ' ')}`,
      run: async ({ actor }, { params }) => {
        const row = rows(actor.language).find((item) => item[id] === params[id])
        if (!row) throw notFound()
        return { [single]: row }
      },
    },
  })
})

function matches(row: Row, search: string): boolean {
  const text = search.trim().toLowerCase()
  return Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(text))
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw malformed()
  return Number(text)
}

/** A zone's current offset from UTC, such as -05:00. */
function offsetOf(time_zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    timeZoneName: 'longOffset',
  }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', '') || '+00:00'
}
