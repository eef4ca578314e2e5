import type { ResourceTexts } from '#core/resources/texts.ts'
import type { connections } from './connections/connections.ts'
import { MODEL_NAMES } from './connections/decoders/models.ts'

export const en = {
  connections: {
    label: 'Connections',
    single: 'Connection',
    fields: {
      name: 'Name',
      company_id: 'Company',
      format: 'Network or platform',
      decoder: 'Bytes are decoded',
      decoder_code: 'Decoder',
      value_paths: 'Values',
      mqtt_topic: 'MQTT topic',
      active: 'Active',
      address_made_at: 'Address created',
      last_uplink_at: 'Last uplink',
    },
    choices: {
      format: {
        ttn: 'The Things Stack (TTN) v3',
        chirpstack: 'ChirpStack v4',
        helium: 'Helium',
        thingsboard: 'ThingsBoard',
        sparkplug: 'Sparkplug B (by MQTT)',
        json: 'JSON',
      },
      decoder: { network: 'By the network, or not at all', own: 'By a pasted decoder', ...MODEL_NAMES },
    },
    sections: { network: 'Network', reading: 'Reading uplinks' },
    help: {
      company_id:
        'Only devices of this company and of those below it are found; for the business itself, those of all companies.',
      mqtt_topic:
        'At the external broker, such as application/+/device/+/event/up. The embedded broker accepts only devices that report themselves. A + stands for the device of messages that name none.',
      decoder_code: 'The function decodeUplink(input) as the maker publishes it.',
      value_paths: 'Where each value stands in the decoded data. Paste a sample to find them.',
    },
  } satisfies ResourceTexts<typeof connections>,
}

/** Validation messages. */
export const rules = {
  not_a_batch: 'Not a device batch: it contains none of records, confirm and fail',
  too_many_records: 'At most {{max}} records in a batch',
  day_to_come: 'Must not be in the future',
  not_before_owner: 'Must not be before the current company got the device',
  percent_or_volume: 'Either a percentage or a volume, not both',
  value_path_wrong: 'Row {{row}} needs a path, a value and a unit',
  value_paths_too_many: 'At most {{max}} rows',
  mqtt_topic: 'Must be a topic filter whose first level is a name other than ullage',
  not_json: 'Not JSON',
  beyond_capacity: 'More than the capacity of the tank, or the capacity is unknown',
}

/** Response messages. */
export const messages = {
  wrong_address: 'This is not a valid address.',
  wrong_device_key: 'This is not a valid device key.',
  address_made: 'Address created. The old one no longer works.',
  connection_inactive: 'This connection is not active.',
  device_linked: 'Device linked.',
  uplinks_read_again: 'The uplinks were read again.',
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
