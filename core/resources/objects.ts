/** What contacts and notes can hang from, as the wire names it. */
export const OBJECT_REFS = ['company', 'person', 'device', 'document', 'shipment', 'work_order'] as const

export type ObjectRef = (typeof OBJECT_REFS)[number]

/** The kind of record that each of them is. */
export const OBJECT_KINDS: Readonly<Record<ObjectRef, string>> = {
  company: 'companies',
  person: 'people',
  device: 'devices',
  document: 'transaction_documents',
  shipment: 'shipment_planners',
  work_order: 'work_orders',
}

/** What a notification can be about: those, and who waits to be let in. */
export const NOTIFICATION_SUBJECT_KINDS: Readonly<Record<ObjectRef | 'sign_up', string>> = {
  ...OBJECT_KINDS,
  sign_up: 'sign_ups',
}
