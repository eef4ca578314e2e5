import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a drop-down and chooses the first match; a text is typed to search for it. */
export async function choose(field: Locator, text: string | RegExp): Promise<void> {
  await field.click()
  if (typeof text === 'string' && (await field.isEditable())) await field.fill(text)
  await field.page().getByRole('option', { name: text }).first().click()
}

/** The status of the shown record. */
export const expectStatus = (page: Page, label = 'Status'): Locator =>
  page.getByLabel(label, { exact: true }).first()

/** Presses a button that is disabled while the previous step is being stored. */
export async function pressWhenEnabled(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Takes a step of a document, as a separate button or in the menu. */
export async function takeStep(page: Page, label: string, menu = 'Change status'): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true })
  const more = page.getByRole('button', { name: menu })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return pressWhenEnabled(button)
  await pressWhenEnabled(more)
  await page.getByRole('menuitem', { name: label, exact: true }).press('Enter')
}

/** Sends a round of a later day today, after the question. */
export async function sendEarly(page: Page): Promise<void> {
  await takeStep(page, 'Send out now')
  await page.getByRole('dialog').getByRole('button', { name: 'Send out now' }).click()
}
