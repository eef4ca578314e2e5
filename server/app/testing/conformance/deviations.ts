const REPORTED_BY_DEVICE = 'reported by the device: computed, and not accepted from a client'
const IN_THE_DELETE = 'given with the delete (in its path, query or body), never a part of the record'
const BODY_LIMIT = 'a body holds 12 MB at most, so no text of 16,777,215 characters arrives'
const LOGO = {
  'logo.max_length_passes': 'computed: the address of the image that was uploaded',
  'notes.max_length_passes': BODY_LIMIT,
}
const PHOTO = 'answered by the person and the current user, whose image it is'

/** Deviations from the specification's tables by kind of record, each with its reason. */
export const deviations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  company: LOGO,
  distributor: LOGO,
  vendor: LOGO,
  manufacturer: LOGO,
  shipping_carrier: LOGO,
  user: {
    'confirm_password.max_length_passes': 'a password has 16 characters at most, and so has its repetition',
    'photo.missing': PHOTO,
    'photo_thumb.missing': PHOTO,
  },
  person: {
    'combined_name.max_length_passes': 'computed from the parts of the name',
    'invite_token.missing': 'a secret: stored as its hash, shown once to the inviter',
    'invite_expires.missing': 'belongs to the invitation, which is stored apart from the person',
    'photo.missing': 'its address follows from photo_id',
  },
  device: {
    'queued_records.required': REPORTED_BY_DEVICE,
    'signal_quality.required': REPORTED_BY_DEVICE,
    'record_interval.of 1': 'the choices are stored in seconds (60, 600 …), shown in minutes',
  },
  transaction_document: {
    'balance.decimal': 'computed: total less payments',
    'balance.required': 'computed: total less payments',
    'document_*.missing': 'stands for document_subtotal and its like, which are there',
    'subtotal.decimal': 'computed by the server',
    'total_amount.decimal': 'computed by the server; one that is sent and differs is 422',
  },
  work_order: {
    'contact_phone.max_length_passes': 'must be a real phone number, which is never so long',
  },
  subscription: { 'term_length.digits_pass': 'one of the terms: monthly or yearly' },
  tank_product: { 'color.max_length_passes': 'must be a colour, and no colour is so long' },
  manufacturer_spec: {
    'def_us_gallons.required': 'may be stated in litres alone: each follows from the other',
    'metric_length.optional': 'required where the shape of the tank has one',
    'metric_width.optional': 'required where the shape of the tank has one',
  },
  sensor_type: { 'round_precision.digits_pass': 'at most 6: nothing is measured finer' },
  tank_manufacturer: { 'phone.max_length_passes': 'must be a real phone number, which is never so long' },
  firmware_version: { 'change_log.max_length_passes': BODY_LIMIT },
  entity_phone: {
    'country_iso_3.max_length_passes': 'computed from the country',
    'phone_number_formatted.max_length_passes': 'computed from the number',
    'new_prime_entity_phones_id.missing': IN_THE_DELETE,
  },
  entity_email: { 'new_prime_entity_emails_id.missing': IN_THE_DELETE },
  entity_address: { 'new_prime_entity_addresses_id.missing': IN_THE_DELETE },
  dashboard_widget: {
    'name_alias.max_length_passes': 'the name of a part that there is: any other would never be seen',
    'permission.max_length': '65 characters: 18 would refuse real permission names',
  },
  notification: {
    'read_flag.missing': 'belongs to each receiver: it is at /me/notifications',
  },
  form_definition: { 'endpoint.max_length_passes': 'the path of a call that makes records of the table' },
}

/** Calls of the specification that do not exist here, each with its reason. */
export const missingCalls: Readonly<Record<string, string>> = {}
