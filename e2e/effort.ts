import type { Locator } from '@playwright/test'

/** Counts a person's clicks, and the fields that they type into. */
export class Effort {
  clicks = 0
  typed = 0

  async click(place: Locator): Promise<void> {
    this.clicks += 1
    await place.click()
  }

  /** The click into a field counts with the typing. */
  async type(field: Locator, text: string): Promise<void> {
    this.typed += 1
    await field.fill(text)
  }
}
