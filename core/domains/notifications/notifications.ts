import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * What staff tell people: written first, then sent once, to whole login types, companies and single people. Each
 * receiver has a row of his own of it (`user_notifications`), which is read, marked and taken away by him.
 */
export const notifications = defineResource({
  name: 'notifications',
  single: 'notification',
  id: 'notification_id',
  module: 'configuration',
  // Said although it is the same: not everybody who fills in a form may choose from what staff prepare.
  writeModule: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  // Each receiver has one of their own.
  besides: ['read_flag'],
  fields: {
    /** Without one it is the beginning of the message. */
    subject: { kind: 'text', max: 255 },
    message: { kind: 'long_text', required: true, max: 65_000 },
    object_name: { kind: 'option', list: 'object_names', max: 45 },
    object_id: { kind: 'integer', min: 1 },
    /** Shown as a pop-up at the sign-in until its reader wants it no more. */
    modal: { kind: 'flag', required: true, default: 0 },
    /** Where a document that belongs to it can be opened. */
    file: { kind: 'url', max: 255 },
    icon: { kind: 'option', list: 'notification_icons', max: 45 },
    icon_class: { kind: 'option', list: 'notification_classes', max: 45 },
    login_types: { kind: 'choices', of: ALL_LOGIN_TYPES },
    company_ids: { kind: 'references', to: 'companies' },
    people_ids: { kind: 'references', to: 'people' },
    date_created: { kind: 'instant', computed: true },
    date_sent: { kind: 'instant', computed: true },
    /** How many users got it. */
    receivers: { kind: 'integer', computed: true },
  },
  title: 'subject',
  matchBy: [],
  list: ['subject', 'modal', 'date_created', 'date_sent', 'receivers'],
  search: ['subject', 'message'],
  filters: { modal: null },
  sort: '-date_created',
  bulk: [],
  form: [
    { section: 'content', fields: ['subject', 'message', 'icon', 'icon_class', 'modal'] },
    { section: 'receivers', fields: ['login_types', 'company_ids', 'people_ids'] },
    { section: 'more', fields: ['object_name', 'object_id', 'file'] },
  ],
  check: ({ object_name, object_id }) =>
    object_id != null && !object_name ? [{ field: 'object_name', rule: 'required' }] : [],
})
