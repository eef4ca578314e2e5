import { expect, test } from '@playwright/test'
import { expectStatus } from './orderSteps.ts'
import { apiOf, openAs } from './signIn.ts'

test('a delivery is billed in two clicks, and paid with one, which closes the order', async ({
  page,
  request,
}) => {
  const office = await apiOf(request, 'customer-support')
  await openAs(page, 'customer-support')
  await page.getByRole('link', { name: 'Billing' }).click()
  // Uses a delivery without an order: orders of other tests are in other currencies than their customers.
  const deliveries = page.getByRole('list', { name: 'To be billed' }).getByRole('listitem')
  const delivery = deliveries.filter({ hasNotText: 'SO-' }).first()
  const total = (await delivery.getByText(/^\$[\d,.]+$/).textContent())!
  await delivery.getByRole('button', { name: 'Bill' }).click()
  await page.getByRole('status').getByRole('link', { name: /^INV-/ }).click()
  await expect(expectStatus(page)).toHaveText('Not sent')
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByRole('textbox', { name: 'Amount' })).toHaveValue(total)
  const invoice_id = Number(page.url().split('/').at(-1))
  await payments.getByRole('button', { name: 'Record payment' }).click()
  await expect(expectStatus(page)).toHaveText('Paid')
  const { transaction_document: invoice } = await office('GET', `/transaction_documents/${invoice_id}`)
  const { transaction_document: order } = await office(
    'GET',
    `/transaction_documents/${invoice.source_document_id}`,
  )
  expect(order).toMatchObject({ document_type: 'sales_order', status_id: 36 })
})

test('everything without a difference is billed by one button', async ({ page }) => {
  await openAs(page, 'customer-support', '/billing')
  const all = page.getByRole('button', { name: /^Bill \d+ deliver(y|ies) · \$/ })
  const count = Number((await all.textContent())!.match(/\d+/)![0])
  await all.click()
  await expect(page.getByText(new RegExp(`^${count} invoices?:`))).toBeVisible({ timeout: 60_000 })
  // A delivery that differs from its tank waits for a person.
  await expect(all).toBeHidden()
  await expect(page.getByText(/^Ticket .* tank /).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check', exact: true }).first()).toBeVisible()
})

test('a customer’s page shows what they owe, their deliveries and contacts, and an order is two clicks away', async ({
  page,
}) => {
  await openAs(page, 'customer-support', '/customers/profile/4')
  await expect(
    page
      .getByRole('region', { name: 'Owed' })
      .getByText(/^\$[\d,.]+$/)
      .first(),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Coming deliveries' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Contacts' })
      .getByRole('link', { name: /\(308\) 555/ })
      .first(),
  ).toBeVisible()
  const tanks = page.getByRole('region', { name: 'Tanks' })
  await tanks
    .getByRole('link', { name: /^Order/ })
    .first()
    .click()
  const line = page.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('textbox', { name: 'Quantity' })).not.toHaveValue('')
  // Both are proposed, the price a moment later.
  await expect(line.getByRole('textbox', { name: /^Price per/ })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
})
