/** The events that a webhook can choose. */
export const WEBHOOK_EVENTS = [
  'level.crossed',
  'alert.opened',
  'alert.closed',
  'device.silent',
  'order.changed',
  'invoice.changed',
  'payment.changed',
  'shipment.changed',
  'ticket.changed',
  'import.changed',
  'readings.stored',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Whether a chat receives an event: a chat gets one message for each alert. */
export function isChatEvent(event: string): boolean {
  return event === 'alert.opened' || event === 'alert.closed'
}

const LEVELS = ['mild', 'urgent', 'overfill']
const TICKET_ACTIONS: readonly string[] = ['deliver', 'correct_delivery', 'sign']
const PAYMENT_ACTIONS: readonly string[] = ['payment', 'reverse_payment']

/** The events of a change; an alert has further ones if a tank's level crossed a limit or a device fell silent. */
export function eventsOf(
  resource: string,
  action: string,
  { level, document_type }: { level?: string | null; document_type?: string | null },
): WebhookEvent[] {
  if (resource === 'alerts') {
    const isOpened = action === 'opened'
    return [
      ...(LEVELS.includes(level ?? '') ? (['level.crossed'] as const) : []),
      ...(level === 'offline' && isOpened ? (['device.silent'] as const) : []),
      isOpened ? 'alert.opened' : 'alert.closed',
    ]
  }
  if (resource === 'shipment_planners')
    return [TICKET_ACTIONS.includes(action) ? 'ticket.changed' : 'shipment.changed']
  if (resource === 'data_import_logs') return ['import.changed']
  if (resource !== 'transaction_documents') return []
  if (PAYMENT_ACTIONS.includes(action)) return ['payment.changed']
  return [
    document_type === 'invoice' || document_type === 'credit_note' ? 'invoice.changed' : 'order.changed',
  ]
}

/** Days for which a message is retried; a webhook that only fails for as long is disabled. */
export const RETRY_DAYS = 3

const HOUR = 3600
const RETRY_PAUSES_S = [5, 30, 120, 600, 1800, HOUR, 2 * HOUR, 4 * HOUR]

/** Pause in s after a number of failed attempts: from 5 s to 8 hours. */
export function pauseAfter(tries: number): number {
  return RETRY_PAUSES_S[tries - 1] ?? 8 * HOUR
}
