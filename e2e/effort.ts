import type { Locator } from '@playwright/test'

/** What a job takes of a person: how often they click, and into how many fields they type. */
export class Effort {
  clicks = 0
  typed = 0

  async click(place: Locator): Promise<void> {
    this.clicks += 1
    await place.click()
  }

  /** Clicking into a field is counted with the typing. */
  async type(field: Locator, text: string): Promise<void> {
    this.typed += 1
    await field.fill(text)
  }
}
