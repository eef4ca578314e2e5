import { en as companies } from '#core/domains/companies/texts.en.ts'
import { en as devices } from '#core/domains/devices/texts.en.ts'
import { en as finance } from '#core/domains/finance/texts.en.ts'
import { en as orders } from '#core/domains/orders/texts.en.ts'
import { en as people } from '#core/domains/people/texts.en.ts'
import { en as shipments } from '#core/domains/shipments/texts.en.ts'
import { en as subscriptions } from '#core/domains/subscriptions/texts.en.ts'
import { en as tanks } from '#core/domains/tanks/texts.en.ts'
import { en as work_orders } from '#core/domains/work_orders/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { data_import_logs } from './data_import_logs.ts'
import type { forms } from './forms.ts'
import type { sql_fields } from './sql_fields.ts'
import type { sql_relationships } from './sql_relationships.ts'
import type { sql_tables } from './sql_tables.ts'
import type { user_defined_fields } from './user_defined_fields.ts'

export const en = {
  data_import_logs: {
    label: 'Data imports',
    single: 'Data import',
    fields: {
      file_name: 'File',
      resource: 'Record type',
      status: 'Status',
      total_records: 'Rows',
      good_records: 'Valid rows',
      new_records: 'New',
      changed_records: 'Changed',
      same_records: 'The same',
      refused_records: 'Refused',
      total_records_imported: 'Imported',
      progress: 'Processed',
      user_id: 'Imported by',
      primary_table_id: 'Table',
      imported_at: 'Imported at',
      undone_at: 'Undone at',
    },
    choices: {
      status: {
        new: 'New',
        checking: 'Being checked',
        checked: 'Checked',
        importing: 'Being imported',
        stopped: 'Stopped',
        imported: 'Imported',
        failed: 'Failed',
        undoing: 'Being undone',
        undone: 'Undone',
      },
    },
    sections: {},
  } satisfies ResourceTexts<typeof data_import_logs>,
  forms: {
    label: 'Forms',
    single: 'Form',
    fields: {
      name: 'Name',
      primary_table_id: 'Table',
      singular_obj: 'Singular name',
      plural_obj: 'Plural name',
      endpoint: 'Endpoint',
      sub_form_id: 'Subform',
      has_scope: 'For the user’s own company',
      comments: 'Comments',
      fields: 'Fields',
    },
    choices: {},
    sections: { form: 'Form' },
    help: {
      name: 'Only a-z, 0-9 and _, such as delivery_request',
      singular_obj: 'Letters, digits and _, such as Tag',
      plural_obj: 'Letters, digits and _, such as Tags',
      endpoint: 'The call that saves it, such as /tags. Empty: users cannot fill in the form',
      sub_form_id:
        'A form of the same table becomes a section. A form of a table that refers to this one comes next.',
      has_scope: 'The record is created for the user’s own company.',
    },
  } satisfies ResourceTexts<typeof forms>,
  sql_tables: {
    label: 'Database tables',
    single: 'Database table',
    fields: { table_name: 'Table', comments: 'Comments', date_sync: 'Last seen in the database' },
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
      form_rules: 'Form rules',
      aggregate: 'Aggregate',
      fillable: 'Can be filled in',
      protected: 'Protected',
      is_hidden: 'Hidden',
      is_searchable: 'Searchable',
      date_sync: 'Last seen in the database',
    },
    choices: {},
    sections: { catalogue: 'In the database', meaning: 'Meaning', input: 'Input', use: 'Use' },
    help: {
      length: 'Characters; for a number its digits, such as 13.3',
      rules: 'Separated by |, such as required|max:65',
    },
  } satisfies ResourceTexts<typeof sql_fields>,
  sql_relationships: {
    label: 'Table relationships',
    single: 'Table relationship',
    fields: {
      field_id: 'Field',
      relation_type: 'Type',
      reference_column_id: 'Refers to',
      foreign_object_name: 'Related object name',
      foreign_model_name: 'Related table',
      is_user_def: 'Added by users',
      date_sync: 'Last seen in the database',
    },
    choices: { relation_type: { 1: 'One to one', 2: 'One to many', 3: 'Many to many' } },
    sections: {},
  } satisfies ResourceTexts<typeof sql_relationships>,
  user_defined_fields: {
    label: 'User-defined fields',
    single: 'User-defined field',
    fields: {
      resource: 'Record type',
      name: 'Name',
      label: 'Label',
      label_es: 'Label in Spanish',
      data_type: 'Data type',
      choices: 'Choices',
      help: 'Help',
      help_es: 'Help in Spanish',
      is_required: 'Required',
      default_value: 'Default',
      max_length: 'Max length',
      decimals: 'Decimals',
      min_value: 'Lowest value',
      max_value: 'Highest value',
      in_list: 'Show in list',
      is_searchable: 'Searchable',
      is_filter: 'List filter',
      staff_only: 'Staff only',
      sort_order: 'Position',
      is_active: 'Active',
    },
    choices: {
      resource: {
        customers: companies.customers.label,
        distributors: companies.distributors.label,
        manufacturers: companies.manufacturers.label,
        shipping_carriers: companies.shipping_carriers.label,
        vendors: companies.vendors.label,
        sites: companies.sites.label,
        devices: devices.devices.label,
        device_ports: devices.device_ports.label,
        tags: devices.tags.label,
        people: people.people.label,
        departments: people.departments.label,
        tank_products: tanks.tank_products.label,
        tank_manufacturers: tanks.tank_manufacturers.label,
        tank_specs: tanks.tank_specs.label,
        tanker_trucks: shipments.tanker_trucks.label,
        transaction_documents: orders.transaction_documents.label,
        shipment_planners: shipments.shipment_planners.label,
        work_orders: work_orders.work_orders.label,
        subscriptions: subscriptions.subscriptions.label,
        bank_accounts: finance.bank_accounts.label,
        chart_of_accounts: finance.chart_of_accounts.label,
        payment_terms: finance.payment_terms.label,
      },
      data_type: {
        text: 'Text',
        long_text: 'Multi-line text',
        integer: 'Whole number',
        decimal: 'Decimal number',
        flag: 'Yes or no',
        date: 'Date',
        time: 'Time of day',
        choice: 'Choice',
        email: 'E-mail address',
        url: 'Web address',
      },
    },
    sections: { field: 'Field', words: 'Labels', rules: 'Rules', use: 'Use' },
    help: {
      resource: 'Cannot be changed later',
      name: 'Its name in the API, after udf_. Cannot be changed later',
      data_type: 'Cannot be changed later',
      choices: 'For a field with choices: press Enter after each one',
      label_es: 'Empty: same as the label',
      default_value: 'What a new record starts with; for yes or no: 1 or 0',
      is_required: 'New records need it; existing ones, the next time they are changed',
      staff_only: 'Customers and distributors can neither see nor change it',
      is_active: 'Inactive: hidden everywhere, but its values are kept',
    },
  } satisfies ResourceTexts<typeof user_defined_fields>,
}

/** Validation messages. */
export const rules = {
  quote_inside: 'Contains an unpaired quotation mark; it was read as part of the text: {{value}}',
  quote_open: 'Starts with a quotation mark that is not closed; it was read as part of the text: {{value}}',
  formula_without_value:
    'The formula has no value: open the file in a spreadsheet program, save it and try again',
  cell_error: 'The formula has an error',
  headings_alike: 'Columns {{columns}} have the same heading “{{heading}}”',
  merged: 'The cells {{cells}} are merged: only the first one has the value',
  more_notes: 'and {{count}} more cells like these',
  zip_restored: 'The leading zero of {{count}} ZIP codes was restored',
  same_record_as_row: 'The same record as row {{row}}, with other values',
  refused_with_row: 'Belongs to the same record as row {{row}}, which is refused',
  no_extension: 'This list has no field for an extension',
  no_company: 'Records of this type do not belong to a company',
  unrelated_form: 'Must be a form of the same table or of a table that refers to it',
  not_of_type: 'Not available for this type of field',
  not_with_staff_only: 'Not for a staff-only field',
  choice_in_use: 'Still used in a record: {{choice}}',
  object_name: 'Only letters, digits and _',
  endpoint: 'Must be the path at which records of this table are created, such as /tags',
  form_rules:
    'Must be rules such as required, min:1, max:65 or regex: with a pattern, separated by |. A pattern must not contain nested repetitions',
  from_catalogue: 'Set by the database',
}

/** Response messages. */
export const messages = {
  sheet_no_headings:
    'No row of headings was found: in row {{row}}, column {{column}} holds “{{value}}”. Put a row of headings above the data.',
  import_undone: 'This import has already been undone.',
  changed_since: 'Changed since the import',
  import_row_heading: 'Row in the file',
  import_errors_heading: 'What is wrong',
  import_none_refused: 'No rows of this import were refused.',
  import_unknown_row:
    'Row {{row}}: “{{number}}” is not the number of a refused row. Use the file of refused rows.',
  import_heading_missing: 'The file has no column “{{heading}}”. Use the file of refused rows.',
  filter_gone: 'The list cannot be filtered by {{field}}. Remove this filter.',
  field_in_forms:
    'These forms use this field: {{forms}}. Remove it from them first. Records with a value: {{records}}.',
  in_catalogue:
    'This is part of the database and would be added again without your notes. You can delete only entries that are no longer in the database.',
  tables_synced: 'The tables now match the database.',
  no_match: 'Invalid QR or no access',
}
