/** What is said when one of the rules here is broken. */
export const rules = {
  not_a_batch: 'Not a device batch: it contains none of records, confirm and fail',
  too_many_records: 'At most {{max}} records in a batch',
  day_to_come: 'Must not be in the future',
  not_before_owner: 'Must not be before the current company got the device',
  percent_or_volume: 'Either a percentage or a volume, not both',
  beyond_capacity: 'More than the capacity of the tank, or the capacity is unknown',
}

/** What the calls here answer. */
export const messages = {
  wrong_device_key: 'This is not a valid device key.',
  tank_is_measured: 'A sensor measures the level of this tank.',
  level_entered: 'Level entered.',
  level_removed: 'Level removed.',
  rise_judged: 'Saved. The forecast is updated within a minute.',
  delivery_added: 'Delivery added. The forecast is updated within a minute.',
  told_change_removed: 'Removed. The measured value counts again.',
  rise_was_seen: 'The level rose at that time. Explain that rise instead.',
  recomputations_run: 'The histories of all these tanks are already being recalculated.',
  recomputations_queued: 'The histories will be recalculated.',
  recomputation_runs: 'The history of this tank is already being recalculated.',
  recomputation_queued: 'The history will be recalculated.',
}
