import { localeNames } from '#core/platform/texts/localeNames.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { help_articles } from './help_articles.ts'

export const en = {
  help_articles: {
    label: 'Help articles',
    single: 'Help article',
    fields: {
      module: 'About',
      display_name: 'Name in the list',
      title: 'Title',
      language: 'Written in',
      body: 'Text',
      helpful: 'Helpful',
      unhelpful: 'Not helpful',
    },
    choices: {
      module: {
        general: 'General',
        dashboard: 'Dashboard',
        alerts: 'Alerts',
        companies: 'Companies',
        devices: 'Devices',
        tags: 'Device tags',
        people: 'People',
        users: 'Users',
        tank_products: 'Tank products',
        tanker_trucks: 'Tanker trucks',
        subscriptions: 'Subscriptions',
        transaction_documents: 'Orders',
        shipment_planners: 'Shipments',
        work_orders: 'Work orders',
        dashboard_widgets: 'Dashboard widgets',
        configuration: 'Configuration',
        bank_accounts: 'Bank accounts',
        chart_of_accounts: 'Chart of accounts',
        permissions: 'Permissions',
        help_articles: 'Help articles',
        data_imports: 'Data imports',
        developer_tools: 'Developer tools',
      },
      language: localeNames,
    },
    sections: {},
    help: { display_name: 'Keep it short: it is shown in the list of articles' },
  } satisfies ResourceTexts<typeof help_articles>,
}
