/** What is said when one of the rules here is broken. */
export const rules = {
  not_a_batch: 'No batch of a device: none of records, confirm and fail is in it',
  too_many_records: 'At most {{max}} records in a batch',
  day_to_come: 'Must not lie in the future',
}

/** What the calls here answer. */
export const messages = {
  wrong_device_key: 'This is no device key, or no longer one.',
  recomputations_run: 'The histories of all these tanks are being computed anew already.',
  recomputations_queued: 'The histories will be computed anew.',
  recomputation_runs: 'The history of this tank is being computed anew already.',
  recomputation_queued: 'The history will be computed anew.',
}
