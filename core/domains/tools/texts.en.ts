import type { ResourceTexts } from '#core/resources/texts.ts'
import type { sql_fields } from './sql_fields.ts'
import type { sql_relationships } from './sql_relationships.ts'
import type { sql_tables } from './sql_tables.ts'

export const en = {
  sql_tables: {
    label: 'Database tables',
    single: 'Database table',
    fields: { table_name: 'Table', comments: 'Comments', date_sync: 'Seen in the database' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof sql_tables>,
  sql_fields: {
    label: 'Table fields',
    single: 'Table field',
    fields: {
      table_id: 'Table',
      position: 'Position',
      name: 'Name',
      type: 'Type',
      length: 'Length',
      default_value: 'Default',
      attributes: 'Attributes',
      index_type: 'Index',
      alias: 'Shown as',
      placeholder: 'Placeholder',
      example: 'Example',
      comments: 'Comments',
      input_type: 'Input type',
      rules: 'Rules',
      form_rules: 'Rules of the form',
      aggregate: 'Aggregate',
      fillable: 'Can be filled in',
      protected: 'Protected',
      is_hidden: 'Hidden',
      is_searchable: 'Searchable',
      date_sync: 'Seen in the database',
    },
    choices: {},
    sections: { catalogue: 'In the database', meaning: 'Meaning', input: 'Input', use: 'Use' },
    help: {
      length: 'Characters; of a number its digits, such as 13.3',
      rules: 'Separated by a bar, such as required|max:65',
    },
  } satisfies ResourceTexts<typeof sql_fields>,
  sql_relationships: {
    label: 'Table relationships',
    single: 'Table relationship',
    fields: {
      field_id: 'Field',
      relation_type: 'Type',
      reference_column_id: 'Points at',
      foreign_object_name: 'Name of the other',
      foreign_model_name: 'Other table',
      is_user_def: 'Added by people',
      date_sync: 'Seen in the database',
    },
    choices: { relation_type: { 1: 'One to one', 2: 'One to many', 3: 'Many to many' } },
    sections: {},
  } satisfies ResourceTexts<typeof sql_relationships>,
}
