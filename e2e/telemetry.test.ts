import { expect, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

/** A device of the demo's busy customer with one tank of 2,000 L, and its key. */
async function newDevice(request: Parameters<typeof apiOf>[0], public_id: string) {
  const call = await apiOf(request, 'administrator')
  const { users } = await call('GET', '/users?search=customer@ullage&page_size=1')
  const { iot_device_types } = await call('GET', '/device_types?options=1')
  const { mobile_providers } = await call('GET', '/mobile_providers?options=1')
  const { tank_types } = await call('GET', '/tank_types?search=rectangular')
  const { sensor_types } = await call('GET', '/sensor_types?search=magnetostrictive')
  const { device } = await call('POST', '/devices', {
    public_id,
    label: `Yard of ${public_id}`,
    company_id: users[0].company_id,
    device_type_id: iot_device_types[0].device_type_id,
    mobile_provider_id: mobile_providers[0].mobile_provider_id,
  })
  await call('POST', `/devices/${device.device_id}/ports`, {
    port_number: 1,
    tank_type_id: tank_types[0].tank_type_id,
    sensor_type_id: sensor_types[0].sensor_type_id,
    metric_length: 1000,
    metric_width: 1000,
    metric_height: 2000,
    def_liters: 2000,
    sensor_offset: 1,
    reorder_yellow: 30,
    reorder_red: 15,
  })
  const { device_key } = await call('PATCH', `/devices/${device.device_id}/reprovision`, {})
  const report = async (percent: number) => {
    const response = await request.post('/api/uplink', {
      headers: { 'x-device-key': device_key },
      data: {
        records: [
          { time: new Date().toISOString(), battery: 3.9, ports: [{ port: 1, value: percent * 20 }] },
        ],
      },
    })
    expect((await response.json()).accepted).toBe(1)
  }
  return { device_id: device.device_id as number, report }
}

test('a reading and its alert appear without reloading', { tag: '@daily' }, async ({ page, request }) => {
  const { device_id, report } = await newDevice(request, 'E2E-LIVE')
  await report(42)
  await openAs(page, 'customer', `/devices/profile/${device_id}`)
  await expect(page.getByText('42%').first()).toBeVisible()
  await report(12)
  await expect(page.getByText('12%').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Yard of E2E-LIVE').first()).toBeVisible()
})

test('the status bar filters what needs action, and the filter is in the address', async ({ page }) => {
  await openAs(page, 'administrator')
  const overfill = page.getByRole('button', { name: /Overfill/ }).first()
  await overfill.click()
  await expect(page).toHaveURL(/level=overfill/)
  await expect(overfill).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('button', { name: /Overfill/ }).first()).toHaveAttribute('aria-pressed', 'true')
})

test('an alert is acknowledged with a note', { tag: '@daily' }, async ({ page, request }) => {
  const { device_id, report } = await newDevice(request, 'E2E-ALERT')
  await report(9)
  const call = await apiOf(request, 'customer')
  await expect
    .poll(async () => (await call('GET', `/alerts?device_id=${device_id}&status=open`)).alerts.length)
    .toBe(1)
  // Alerts of other tanks come and go meanwhile in the live demo.
  await openAs(page, 'administrator', `/alerts?device_id=${device_id}`)
  const alert = page.getByRole('listitem').filter({ hasText: 'Yard of E2E-ALERT' })
  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Truck ordered')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/alerts?device_id=${device_id}&status=acknowledged`)
  await expect(alert.getByText(/^Acknowledged.*“Truck ordered”$/)).toBeVisible()
})
