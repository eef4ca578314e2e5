import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsOf, pauseAfter } from './webhookEvents.ts'

describe('the events of a webhook', () => {
  test.each([
    ['opened', 'urgent', ['level.crossed', 'alert.opened']],
    ['closed', 'mild', ['level.crossed', 'alert.closed']],
    ['opened', 'offline', ['device.silent', 'alert.opened']],
    ['closed', 'offline', ['alert.closed']],
    ['opened', 'battery_low', ['alert.opened']],
  ])('are sent for an alert that is %s (%s)', (action, level, events) => {
    expect(eventsOf('alerts', action, { level })).toEqual(events)
  })

  test.each([
    ['transaction_documents', 'update', 'sales_order', ['order.changed']],
    ['transaction_documents', 'create', 'credit_note', ['invoice.changed']],
    ['transaction_documents', 'payment', 'invoice', ['payment.changed']],
    ['shipment_planners', 'deliver', null, ['ticket.changed']],
    ['shipment_planners', 'update', null, ['shipment.changed']],
    ['data_import_logs', 'imported', null, ['import.changed']],
    ['users', 'update', null, []],
  ])('are sent for %s %s (%s)', (resource, action, document_type, events) => {
    expect(eventsOf(resource, action, { document_type })).toEqual(events)
  })

  test('are retried with pauses that never shrink, from 5 s to 8 hours', () => {
    expect([pauseAfter(1), pauseAfter(100)]).toEqual([5, 28_800])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (tries) => {
        expect(pauseAfter(tries + 1)).toBeGreaterThanOrEqual(pauseAfter(tries))
      }),
    )
  })
})
