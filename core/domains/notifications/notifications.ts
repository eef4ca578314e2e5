import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * Staff notifications: written first, then sent once, to login types, companies and single people. Each receiver gets their own
 * row (`user_notifications`) to read, mark and remove.
 */
export const notifications = defineResource({
  name: 'notifications',
  single: 'notification',
  id: 'notification_id',
  module: 'configuration',
  // Repeats the default on purpose: not every user who fills in a form may choose from records that staff prepare.
  writeModule: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  // Each receiver has their own.
  besides: ['read_flag'],
  fields: {
    /** Default: the beginning of the message. */
    subject: { kind: 'text', max: 255 },
    message: { kind: 'long_text', required: true, max: 65_000 },
    object_name: { kind: 'option', list: 'object_names', max: 45 },
    object_id: { kind: 'integer', min: 1 },
    /** Shown as a pop-up after sign-in until its reader dismisses it. */
    modal: { kind: 'flag', required: true, default: 0 },
    /** URL of a related document. */
    file: { kind: 'text', format: 'url', max: 255 },
    icon: { kind: 'option', list: 'notification_icons', max: 45 },
    icon_class: { kind: 'option', list: 'notification_classes', max: 45 },
    login_types: { kind: 'choices', of: ALL_LOGIN_TYPES },
    company_ids: { kind: 'references', to: 'companies' },
    people_ids: { kind: 'references', to: 'people' },
    date_created: { kind: 'instant', computed: true },
    date_sent: { kind: 'instant', computed: true },
    /** Number of users who received it. */
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
