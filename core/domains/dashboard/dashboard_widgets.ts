import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { isWidgetName } from './widgets.ts'

/** A part of the dashboard, with its width and its permission. */
export const dashboard_widgets = defineResource({
  name: 'dashboard_widgets',
  single: 'dashboard_widget',
  id: 'widget_id',
  module: 'dashboard_widgets',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 255 },
    /** Its part; an unknown one is never shown. */
    name_alias: { kind: 'text', max: 65 },
    column_span: { kind: 'integer', required: true, default: 12, min: 1, max: 99 },
    // The longest name of a permission exceeds 18 characters.
    permission: { kind: 'text', max: 65 },
    active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'name',
  matchBy: [['name']],
  list: ['name', 'name_alias', 'column_span', 'permission', 'active'],
  search: ['name', 'name_alias', 'permission'],
  filters: { active: null },
  check: ({ name_alias }) =>
    issueIf(name_alias != null && !isWidgetName(name_alias), { field: 'name_alias', rule: 'choice' }),
})
