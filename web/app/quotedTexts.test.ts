import { describe, expect, test } from 'vitest'
import { english } from './texts/english.ts'

/**
 * The texts that the specification quotes, by its statements (`docs/ui-conformance.md`). Users know them and may look for
 * them: changes of texts must leave them. Nothing here is imported from the code under test.
 */
const QUOTED: Readonly<Record<string, readonly string[]>> = {
  'layout-header-elements': ['DEV MODE'],
  'layout-user-menu': ['My profile', 'Configuration', 'Log out'],
  'layout-user-menu-switch': ['Switch'],
  'bell-view-all': ['View All'],
  'bell-carousel': ['Do not show again'],
  'bell-mark-all': ['Mark all as read'],
  'kc-internal-buttons': ['Add article', 'Edit articles'],
  'kc-empty': ['no articles available'],
  'scan-barcode-title': ['Part Lookup', 'Scan Barcode', 'Cancel'],
  'scan-camera-alerts': ['No cameras detected'],
  'dlg-confirm-delete': ['This action is not reversible!'],
  'dlg-image-types': ['Invalid file type.'],
  'dlg-image-size': ['File size exceeds.'],
  'dlg-timeline': ['Document Timeline', 'No Linked Documents'],
  'dlg-search-list': ['No data found'],
  'form-copy': ['Copied to Clipboard.', 'Error copying text.'],
  'form-unique': ['Username Not Available', 'Not Unique'],
  'session-signup-ok': ['Account created!'],
  'toast-400': ['Bad request'],
  'toast-401': ['Invalid login credentials.'],
  'toast-404': ['Oops! Record not found.'],
  'toast-405': ['Oops! Permission denied.'],
  'toast-500': ['Server Error'],
  'errors-permission-text': ['Permission Denied: You do not have permission to perform this action.'],
  'errors-other-texts': ['Session timed out', 'Incorrect value', 'Invalid QR or no access'],
  'orders-locked': ['This order is locked and cannot be edited as 1 or more products is on a shipment.'],
  'sub-expired': ['Expired'],
  'dev-empty': ['No devices found. Please try again with a different filter.'],
  'dev-tag-remove': [
    'Are you sure you want to remove this tag?',
    'Are you sure you want to delete this tag from this device?',
  ],
  'chart-stock-ranges': ['1w', '1m', 'YTD', '1y', 'All'],
}

/** The labels of the statuses of a kind, in the order of their numbers on the wire. */
const STATUSES = {
  transaction_documents: [
    ...[
      'New',
      'Draft',
      'Waiting for shipment',
      'Approved',
      'Accepted',
      'Sent',
      'Quoted',
      'Awarded',
      'Rejected',
    ],
    ...[
      'Declined',
      'Received',
      'Invoiced',
      'Open',
      'Partially billed',
      'Billed',
      'Paid',
      'Closed',
      'Write off',
    ],
    ...['Void', 'Cancelled'],
  ],
  work_orders: [
    ...[
      'Requested',
      'Working',
      'Closed',
      'Received',
      'Quoted',
      'Approved',
      'Cancelled',
      'Work completed',
      'Void',
    ],
    ...['New request', 'In progress', 'Open', 'Open extended', 'Parts on order', 'On hold', 'Awaiting info'],
    ...['Awaiting funding', 'Deferred'],
  ],
  shipment_planners: ['Draft', 'In route', 'Delivered', 'Finalized', 'Cancelled'],
}

const texts = leaves(english)

describe('the texts of the specification', () => {
  test.each(Object.entries(QUOTED))('%s: its quoted texts appear exactly', (_, quoted) => {
    expect(quoted.filter((item) => !texts.some((text) => text === item))).toEqual([])
  })

  test.each(Object.entries(STATUSES))('every status of %s has its label', (kind, labels) => {
    const { status_id } = english.records[kind as keyof typeof STATUSES].choices
    expect(Object.values(status_id)).toEqual(labels)
  })

  test('a level that needs attention is called mild or urgent', () => {
    expect(english.records.alerts.choices.level).toMatchObject({ mild: 'Mild', urgent: 'Urgent' })
  })
})

function leaves(texts: object): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)))
}
