import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { areRulesSound } from './formRules.ts'

/** A form over a table: its fields in order. A form with an endpoint can be filled in. */
export const forms = defineResource({
  name: 'forms',
  single: 'sql_form',
  listKey: 'sql_forms',
  id: 'form_id',
  module: 'configuration',
  writeModule: 'developer_tools',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    name: { kind: 'text', format: 'slug', required: true, max: 100, unique: true },
    primary_table_id: { kind: 'reference', required: true, to: 'sql_tables' },
    singular_obj: { kind: 'text', required: true, max: 65 },
    plural_obj: { kind: 'text', required: true, max: 65 },
    endpoint: { kind: 'text', max: 255 },
    sub_form_id: { kind: 'reference', to: 'forms' },
    has_scope: { kind: 'flag', required: true, default: 0 },
    comments: { kind: 'long_text', max: 255 },
    fields: { kind: 'rows', of: 'form_field' },
  },
  title: 'name',
  matchBy: [['name']],
  list: ['name', 'primary_table_id', 'endpoint', 'singular_obj', 'comments'],
  search: ['name', 'singular_obj', 'plural_obj', 'endpoint', 'comments'],
  filters: { primary_table_id: null },
  form: [
    {
      section: 'form',
      fields: [
        'name',
        'primary_table_id',
        'singular_obj',
        'plural_obj',
        'endpoint',
        'sub_form_id',
        'has_scope',
        'comments',
        'fields',
      ],
    },
  ],
  check: ({ singular_obj, plural_obj, fields }) => [
    ...Object.entries({ singular_obj, plural_obj })
      .filter(([, name]) => name && !/^[a-zA-Z0-9_]+$/.test(name))
      .map(([field]): Issue => ({ field, rule: 'object_name' })),
    ...(fields ?? []).flatMap(({ name, rules, min_len, max_len }, index, all) => [
      ...issueIf(!areRulesSound(rules), { field: `fields.${index}.rules`, rule: 'form_rules' }),
      ...issueIf(all.findIndex((item) => item.name === name) < index, {
        field: `fields.${index}.name`,
        rule: 'unique_items',
      }),
      ...issueIf(min_len != null && max_len != null && min_len > max_len, {
        field: `fields.${index}.min_len`,
        rule: 'too_high',
      }),
    ]),
  ],
})
