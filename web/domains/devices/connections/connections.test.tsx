import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { connections } from '#core/domains/telemetry/connections/connections.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { standardValues } from '#web/resources/form/useResourceForm.ts'
import { ConnectionOverview } from './ConnectionOverview.tsx'
import { ValuePathsInput } from './ValuePathsInput.tsx'

const RECORD = { connection_id: 5, active: 1, address_made_at: null }
const at = '2026-11-26T12:00:00.000Z'

test('the page of a connection shows what could not be read and links an unknown device', async () => {
  const unknown = { device_key: '70B3D57ED0051', device_id: null, device_title: null, is_linked: false }
  const sent = stubCalls({
    'GET /connections/5/devices': {
      connection_devices: [{ ...unknown, first_seen_at: at, last_seen_at: at }],
      page: {},
    },
    'GET /connections/5/unread': {
      unread_uplinks: [
        {
          uplink_id: 1,
          received_at: at,
          device_key: '70B3D57ED0051',
          reason: 'record_refused',
          detail: 'time_future',
          body: '{"a":1}',
          is_cut: false,
        },
      ],
      page: { total_records: 1 },
    },
    'GET /devices': { devices: [{ device_id: 9, label: 'North yard' }] },
    'POST /connections/5/devices': {},
    'POST /connections/5/read_again': {},
  })
  renderTank(<ConnectionOverview record={RECORD} />)
  expect(await screen.findByText('The record was refused: the time is in the future.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Link to a device' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Device' }))
  await userEvent.click(await screen.findByRole('option', { name: 'North yard' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { device_key: '70B3D57ED0051', device_id: 9 },
      { device_key: '70B3D57ED0051' },
    ]),
  )
})

test('the address is shown once after it was created', async () => {
  stubCalls({
    'GET /connections/5/devices': { connection_devices: [], page: {} },
    'GET /connections/5/unread': { unread_uplinks: [], page: { total_records: 0 } },
    'PATCH /connections/5/address': { address: 'http://ullage.example/api/intake/secret' },
  })
  renderTank(<ConnectionOverview record={RECORD} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Create the address' }))
  const dialog = await screen.findByRole('dialog', { name: 'The new address, shown only once' })
  expect(within(dialog).getByText('http://ullage.example/api/intake/secret')).toBeTruthy()
})

test('a connection by MQTT names its topic, and needs no address', async () => {
  stubCalls({
    'GET /connections/5/devices': { connection_devices: [], page: {} },
    'GET /connections/5/unread': { unread_uplinks: [], page: { total_records: 0 } },
  })
  renderTank(<ConnectionOverview record={{ ...RECORD, mqtt_topic: 'plant/+/level' }} />)
  expect(await screen.findByText('Reads plant/+/level at the external MQTT broker.')).toBeTruthy()
  expect(screen.queryByText('The network needs an address to deliver to.')).toBeNull()
})

function Form() {
  const names = ['format', 'decoder', 'decoder_code', 'value_paths']
  const [values, setValues] = useState<FormValues>(standardValues(connections, names, 1))
  const form = { values, errors: {}, set: (more) => setValues({ ...values, ...more }) } as RecordForm
  return <ValuePathsInput name="value_paths" form={form} isReadOnly={false} />
}

test('a field of a pasted sample becomes a value with its unit', async () => {
  const message = { device_key: 'A', time: at, reason: 'no_values', detail: '', values: [] }
  const sent = stubCalls({
    'POST /connections/try': {
      reason: null,
      messages: [{ ...message, fields: [{ path: 'level', value: '12' }] }],
    },
  })
  renderTank(<Form />)
  await userEvent.click(screen.getByRole('textbox', { name: 'Sample' }))
  await userEvent.paste('{"a":1}')
  await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
  expect(await screen.findByText('No value was found.')).toBeTruthy()
  expect(sent[0]?.body).toEqual({
    ...{ format: 'ttn', decoder: 'network', sample: '{"a":1}' },
    ...{ decoder_code: null, value_paths: null },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Use level' }))
  const row = screen.getByRole('group', { name: 'Value 1' })
  await userEvent.selectOptions(within(row).getByRole('combobox', { name: 'Value' }), 'Liquid height')
  await userEvent.selectOptions(within(row).getByRole('combobox', { name: 'Unit' }), 'cm')
  await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({
      sample: '{"a":1}',
      value_paths: [{ path: 'level', value: 'height', unit: 'cm', port: 1 }],
    }),
  )
})
