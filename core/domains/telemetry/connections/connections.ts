import { issueIf } from '#core/platform/issue.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { DECODER_NAMES } from './decoders/models.ts'
import { FORMATS } from './networkMessages.ts'
import { isNetworkTopic } from './networkTopic.ts'
import { valuePathIssues } from './valuePaths.ts'

/** As the network decoded it, by code that the customer pasted, or by a decoder that ships with Ullage. */
export const DECODERS = ['network', 'own', ...DECODER_NAMES] as const

/**
 * A network or platform that delivers the uplinks of many devices. Its address contains a token, of which only the hash is stored.
 * Devices are found within its company and the companies below it.
 */
export const connections = defineResource({
  name: 'connections',
  single: 'connection',
  id: 'connection_id',
  module: 'devices',
  loginTypes: STAFF,
  scope: 'company',
  // Its uplinks may be about any device.
  devicesBy: 'text',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 65 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    format: { kind: 'choice', required: true, default: 'ttn', of: FORMATS },
    decoder: { kind: 'choice', required: true, default: 'network', of: DECODERS },
    decoder_code: { kind: 'long_text', max: 65_535 },
    value_paths: { kind: 'rows', of: 'object' },
    mqtt_topic: { kind: 'text', max: 200 },
    active: { kind: 'flag', required: true, default: 1 },
    address_made_at: { kind: 'instant', computed: true },
    last_uplink_at: { kind: 'instant', computed: true },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  list: ['name', 'company_id', 'format', 'decoder', 'active', 'last_uplink_at'],
  search: ['name'],
  filters: { active: null, company_id: null },
  form: [
    { section: 'network', fields: ['name', 'company_id', 'format', 'mqtt_topic', 'active'] },
    { section: 'reading', fields: ['decoder', 'decoder_code', 'value_paths'] },
  ],
  archive: { active: 0 },
  check: ({ decoder, decoder_code, mqtt_topic, value_paths }) => [
    ...issueIf(mqtt_topic && !isNetworkTopic(mqtt_topic), { field: 'mqtt_topic', rule: 'mqtt_topic' }),
    ...issueIf(decoder === 'own' && !decoder_code?.trim(), { field: 'decoder_code', rule: 'required' }),
    ...valuePathIssues(value_paths ?? []),
  ],
})
