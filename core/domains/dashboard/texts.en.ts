import type { ResourceTexts } from '#core/resources/texts.ts'
import type { dashboard_widgets } from './dashboard_widgets.ts'

export const en = {
  dashboard_widgets: {
    label: 'Dashboard widgets',
    single: 'Dashboard widget',
    fields: {
      name: 'Name',
      name_alias: 'Shown as',
      column_span: 'Width in columns',
      permission: 'Permission',
      active: 'Active',
    },
    choices: {},
    sections: {},
    help: {
      column_span: 'A full row has 12 columns',
      permission: 'Only users with this permission see the widget, such as devices.read. Empty: everyone',
    },
  } satisfies ResourceTexts<typeof dashboard_widgets>,
}
