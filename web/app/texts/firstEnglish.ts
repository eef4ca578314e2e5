import { en as alertKinds } from '#core/domains/alerts/texts.en.ts'
import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import { en as shared } from '#core/platform/texts/texts.en.ts'
import { en as security } from '#web/domains/access/frameTexts.en.ts'
import { en as alerts } from '#web/domains/alerts/texts.en.ts'
import { en as dashboard } from '#web/domains/dashboard/texts.en.ts'
import { en as help } from '#web/domains/help/texts.en.ts'
import { en as notifications } from '#web/domains/notifications/frameTexts.en.ts'
import { en as shipments } from '#web/domains/shipments/widgets/texts.en.ts'
import { en as telemetry } from '#web/domains/telemetry/texts.en.ts'
import { en as ui } from '#web/platform/texts.en.ts'
import { en as resources } from '#web/resources/texts.en.ts'
import { en as signInPage } from './signInTexts.en.ts'
import { en as app } from './texts.en.ts'

/**
 * The texts of the frame and the dashboard, and the names of kinds that the main menu lists or that other domains show.
 * The names are repeated here, which keeps their domains' texts out of the first load; a test compares them.
 */
export const firstEnglish = mergeTexts({
  shared,
  app,
  signInPage,
  parts: { ui, resources, security, alerts, dashboard, notifications, shipments, telemetry, help },
  names: {
    records: {
      ...alertKinds,
      customers: { label: 'Customers', single: 'Customer' },
      sites: { label: 'Sites', single: 'Site' },
      tags: { label: 'Device tags' },
      transaction_documents: { label: 'Orders' },
      people: { label: 'People', single: 'Person' },
      users: { label: 'Users' },
      shipment_planners: {
        label: 'Shipments',
        choices: {
          status_id: { 1: 'Draft', 2: 'In route', 3: 'Delivered', 4: 'Finalized', 5: 'Cancelled' },
        },
      },
      delivery_checks: { label: 'Delivery checks' },
      subscriptions: { label: 'Subscriptions' },
      tanker_trucks: { label: 'Tanker trucks' },
      tank_products: { label: 'Tank products', single: 'Tank product' },
      work_orders: { label: 'Work orders' },
      vendors: { label: 'Vendors', single: 'Vendor' },
      tax_codes: { label: 'Tax codes', single: 'Tax code' },
      shipping_carriers: { label: 'Shipping carriers', single: 'Shipping carrier' },
      devices: { label: 'Devices', single: 'Device' },
    },
  },
})
