/** What is said when one of the rules here is broken. */
export const rules = {
  not_a_batch: 'No batch of a device: none of records, confirm and fail is in it',
  too_many_records: 'At most {{max}} records in a batch',
  day_to_come: 'Must not lie in the future',
  not_before_owner: 'Must not lie before the device came to its owner',
  percent_or_volume: 'Percent or a volume: exactly one of them',
  beyond_capacity: 'More than the tank holds, or its capacity is not known',
}

/** What the calls here answer. */
export const messages = {
  wrong_device_key: 'This is no device key, or no longer one.',
  tank_is_measured: 'A sensor tells the level of this tank.',
  level_entered: 'The level is entered.',
  level_removed: 'The level is taken back.',
  rise_judged: 'The rise counts as you said. The forecast follows within a minute.',
  delivery_added: 'The delivery is added. The forecast follows within a minute.',
  told_change_removed: 'It is taken back: what was measured counts again.',
  rise_was_seen: 'The level rose then. Say of that rise what it was.',
  recomputations_run: 'The histories of all these tanks are already being recalculated.',
  recomputations_queued: 'The histories will be recalculated.',
  recomputation_runs: 'The history of this tank is already being recalculated.',
  recomputation_queued: 'The history will be recalculated.',
}
