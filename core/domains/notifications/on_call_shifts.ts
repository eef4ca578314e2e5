import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The weekly plan of a company: who is on call when, for urgent alerts of the company and the companies below it. */
export const on_call_shifts = defineResource({
  name: 'on_call_shifts',
  single: 'on_call_shift',
  id: 'on_call_shift_id',
  module: 'people',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  staysSmall: true,
  fields: {
    company_id: { kind: 'reference', to: 'companies', own: true },
    people_id: {
      kind: 'reference',
      required: true,
      to: 'people',
      ofCompany: { field: 'company_id', reach: 'same' },
    },
    /** The first on duty is notified first. */
    position: { kind: 'integer', required: true, default: 1, min: 1, max: 9 },
    hours: { kind: 'week_windows', required: true },
    time_zone: { kind: 'text', format: 'time_zone', required: true, default: 'America/Detroit', max: 65 },
    /** Minutes until the next person is notified of an unanswered alert. */
    wait_minutes: { kind: 'integer', required: true, default: 15, min: 1, max: 240 },
  },
  title: 'people_id',
  matchBy: [['people_id', 'company_id', 'position']],
  list: ['people_id', 'position', 'hours', 'wait_minutes', 'time_zone', 'company_id'],
  search: [],
  filters: { company_id: null, people_id: null },
  sort: 'position',
  form: [
    {
      section: 'shift',
      fields: ['company_id', 'people_id', 'hours', 'time_zone', 'position', 'wait_minutes'],
    },
  ],
  check: ({ hours }) => issueIf(hours === null || hours?.length === 0, { field: 'hours', rule: 'required' }),
})
