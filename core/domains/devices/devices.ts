import { issueIf } from '#core/platform/issue.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Seconds between two records; 60 is for tests only. */
export const RECORD_INTERVALS = [60, 600, 900, 1200, 1800, 3600] as const

/** Commands of a device: 0 none, 1 report now, 2 restart, 3 update firmware, 4 re-provision. */
export const DEVICE_COMMANDS = [0, 1, 2, 3, 4] as const

export const devices = defineResource({
  name: 'devices',
  single: 'device',
  id: 'device_id',
  module: 'devices',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  besides: ['connection_status', 'due_at', 'battery_voltage', 'tags', 'ports', 'level', 'level_source'],
  fields: {
    /** Printed on the device, and its name in the API: without characters that are special in a topic. */
    public_id: { kind: 'text', format: 'public_id', required: true, max: 36, unique: true },
    label: { kind: 'text', max: 65 },
    company_id: { kind: 'reference', required: true, to: 'companies', staffChanges: true },
    /** Its site; a device without a site is its own place. */
    site_id: { kind: 'reference', to: 'sites', ofCompany: { field: 'company_id', reach: 'same' } },
    device_type_id: { kind: 'reference', required: true, to: 'device_types' },
    status: {
      kind: 'choice',
      required: true,
      default: 'normal',
      of: ['normal', 'suspended', 'retired', 'demo'],
      also: { active: 'normal' },
    },
    last_record_date: { kind: 'instant', computed: true },
    clock_ahead_until: { kind: 'instant', computed: true },
    battery: { kind: 'decimal', digits: 5, scale: 2, computed: true, unit: '%' },
    signal_quality: { kind: 'integer', min: 0, max: 31, computed: true },
    queued_records: { kind: 'integer', default: 0, min: 0, computed: true },
    temperature_metric: { kind: 'decimal', digits: 6, scale: 2, computed: true, unitSystem: 'metric' },
    firmware_version_id: { kind: 'reference', to: 'firmware_versions' },
    mobile_provider_id: { kind: 'reference', required: true, to: 'mobile_providers' },
    imei: { kind: 'text', format: 'scanned_code', max: 20 },
    sim: { kind: 'text', format: 'scanned_code', max: 22 },
    sim_state: { kind: 'text', max: 20 },
    ip_address: { kind: 'text', max: 45, computed: true },
    hologram_device_id: { kind: 'text', max: 36 },
    hologram_link_id: { kind: 'text', max: 36 },
    record_interval: { kind: 'choice', required: true, default: 600, of: RECORD_INTERVALS },
    upload_interval: { kind: 'integer', required: true, default: 2, min: 1, max: 168, unit: 'h' },
    power_mode: { kind: 'choice', required: true, default: 1, of: [1, 2, 3] },
    device_start: { kind: 'integer', required: true, default: 0, min: 0, max: 23 },
    device_end: { kind: 'integer', required: true, default: 24, min: 1, max: 24 },
    surge_protection: { kind: 'flag', required: true, default: 0 },
    temperature_low_threshold: { kind: 'decimal', digits: 6, scale: 2, min: -148, max: 392, unit: '°F' },
    temperature_high_threshold: { kind: 'decimal', digits: 6, scale: 2, min: -148, max: 392, unit: '°F' },
    command: { kind: 'choice', required: true, default: 0, of: DEVICE_COMMANDS },
    purchase_date: { kind: 'date' },
    warranty_period: { kind: 'integer', required: true, default: 1, min: 0, max: 99, unit: 'a' },
    latitude: { kind: 'decimal', digits: 9, scale: 6, min: -90, max: 90 },
    longitude: { kind: 'decimal', digits: 9, scale: 6, min: -180, max: 180 },
    /** Time zone of the device's place; the business's if unknown. */
    time_zone: { kind: 'text', max: 65, computed: true },
    import_id: { kind: 'integer', computed: true },
    notes: { kind: 'long_text', max: 65_535 },
  },
  title: 'public_id',
  matchBy: [['public_id']],
  naming: {
    knownAs: 'label',
    namedBy: 'site_id',
    holds: { kind: 'device_ports', where: { active: 1 }, field: 'product_id', figure: 'percent' },
  },
  list: [
    'public_id',
    'label',
    'company_id',
    'device_type_id',
    'status',
    'battery',
    'signal_quality',
    'last_record_date',
  ],
  // Sort keys: display name; urgency; percent, room and days to empty of the worst tank; last record, battery and signal. These
  // figures are stored and indexed in the device's state and change with each uplink.
  orders: {
    place: 'place',
    urgency: { table: 'device_states', column: 'urgency', isFilled: true },
    percent: { table: 'device_states', column: 'percent' },
    room: { table: 'device_states', column: 'room' },
    days_to_empty: { table: 'device_states', column: 'empty_at' },
    last_record_date: { table: 'device_states', column: 'last_at' },
    battery: { table: 'device_states', column: 'battery' },
    signal_quality: { table: 'device_states', column: 'signal_quality' },
  },
  search: ['public_id', 'label', 'imei', 'sim', 'company_id'],
  filters: {
    status: 'active',
    company_id: null,
    device_type_id: null,
    device_id: null,
    site_id: null,
    tags: null,
    connection_status: null,
    people_id: null,
    product_id: null,
    level: null,
  },
  form: [
    { section: 'device', fields: ['public_id', 'label', 'company_id', 'device_type_id', 'status'] },
    {
      section: 'reporting',
      fields: [
        'record_interval',
        'upload_interval',
        'device_start',
        'device_end',
        'power_mode',
        'surge_protection',
      ],
    },
    { section: 'temperature', fields: ['temperature_low_threshold', 'temperature_high_threshold'] },
    {
      section: 'connection',
      fields: [
        'mobile_provider_id',
        'imei',
        'sim',
        'sim_state',
        'firmware_version_id',
        'hologram_device_id',
        'hologram_link_id',
      ],
    },
    { section: 'place', fields: ['site_id', 'latitude', 'longitude'] },
    { section: 'purchase', fields: ['purchase_date', 'warranty_period'] },
    { section: 'notes', fields: ['notes'] },
  ],
  // A change of company is a move, and a command is sent: neither is a field change that can be undone.
  bulk: [
    'device_type_id',
    'status',
    'mobile_provider_id',
    'firmware_version_id',
    'record_interval',
    'upload_interval',
    'power_mode',
    'device_start',
    'device_end',
    'surge_protection',
    'temperature_low_threshold',
    'temperature_high_threshold',
    'purchase_date',
    'warranty_period',
  ],
  archive: { status: 'retired' },
  check: ({ temperature_low_threshold: low, temperature_high_threshold: high, device_start, device_end }) => [
    ...issueIf(low != null && high != null && Number(low) >= Number(high), {
      field: 'temperature_low_threshold',
      rule: 'below_high_threshold',
    }),
    ...issueIf(device_start != null && device_end != null && device_start >= device_end, {
      field: 'device_start',
      rule: 'before_end',
    }),
  ],
})
