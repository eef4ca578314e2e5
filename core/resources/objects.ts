/** Owners of contacts and notes, by their names in the API. */
export const OBJECT_REFS = ['company', 'person', 'device', 'document', 'shipment', 'work_order'] as const

export type ObjectRef = (typeof OBJECT_REFS)[number]

/** The kind of record of each. */
export const OBJECT_KINDS: Readonly<Record<ObjectRef, string>> = {
  company: 'companies',
  person: 'people',
  device: 'devices',
  document: 'transaction_documents',
  shipment: 'shipment_planners',
  work_order: 'work_orders',
}

/** Subjects of notifications: those owners, and sign-ups awaiting approval. */
export const NOTIFICATION_SUBJECT_KINDS: Readonly<Record<ObjectRef | 'sign_up', string>> = {
  ...OBJECT_KINDS,
  sign_up: 'sign_ups',
}
