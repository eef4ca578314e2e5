import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The departments of a company, nested. */
export const departments = defineResource({
  name: 'departments',
  single: 'department',
  id: 'department_id',
  module: 'configuration',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'company',
  staysSmall: true,
  fields: {
    company_id: { kind: 'reference', to: 'companies', own: true },
    department_name: { kind: 'text', required: true, max: 100 },
    parent_department_id: { kind: 'reference', to: 'departments' },
    manager_id: { kind: 'reference', to: 'people' },
    location_id: { kind: 'reference', to: 'entity_addresses' },
    cost_center: { kind: 'text', max: 65 },
    budget: { kind: 'money', digits: 13 },
    start_date: { kind: 'date' },
    end_date: { kind: 'date' },
    description: { kind: 'long_text', max: 65_535 },
  },
  title: 'department_name',
  matchBy: [['department_name', 'company_id']],
  list: ['department_name', 'parent_department_id', 'manager_id', 'cost_center', 'budget', 'company_id'],
  search: ['department_name', 'cost_center'],
  filters: { company_id: null, parent_department_id: null },
  form: [
    {
      section: 'department',
      fields: ['department_name', 'parent_department_id', 'manager_id', 'location_id', 'company_id'],
    },
    { section: 'budget', fields: ['cost_center', 'budget', 'start_date', 'end_date'] },
    { section: 'description', fields: ['description'] },
  ],
  check: ({ start_date, end_date }) =>
    start_date && end_date && start_date > end_date ? [{ field: 'start_date', rule: 'not_after_end' }] : [],
})
