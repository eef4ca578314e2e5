import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { Effort } from './effort.ts'
import { choose } from './orderSteps.ts'

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }

/** A person at their own screen, whose clicks, taps and typed fields are counted. */
export class Person extends Effort {
  private constructor(
    readonly role: string,
    readonly page: Page,
  ) {
    super()
  }

  static async at(
    browser: Browser,
    role: string,
    viewport: { width: number; height: number },
  ): Promise<Person> {
    const context = await browser.newContext({
      ...{ viewport, baseURL: test.info().project.use.baseURL, reducedMotion: 'reduce' as const },
      // A phone stores the day by its service worker.
      serviceWorkers: viewport === PHONE ? ('allow' as const) : ('block' as const),
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return new Person(role, page)
  }

  /** Signs in: two fields and a button. */
  async signIn(username: string, password: string, begins: RegExp): Promise<void> {
    await this.page.goto('/session/login')
    await this.type(this.page.getByRole('textbox').first(), username)
    await this.type(this.page.locator('input[type=password]'), password)
    await this.click(this.page.locator('button[type=submit]'))
    await expect(this.page).toHaveURL(begins)
  }

  async press(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('button', { name, exact: typeof name === 'string' }))
  }

  /** A stroke of a finger from one corner to the other. */
  async sign(paper: Locator): Promise<void> {
    await paper.scrollIntoViewIfNeeded()
    const box = (await paper.boundingBox())!
    await this.page.mouse.move(box.x + 20, box.y + 20)
    await this.page.mouse.down()
    await this.page.mouse.move(box.x + box.width - 30, box.y + box.height - 20, { steps: 6 })
    await this.page.mouse.up()
    this.clicks += 1
  }

  async choose(field: Locator, option: string): Promise<void> {
    await choose(field, option)
    this.clicks += 2
  }

  /** Logs figures for comparing versions; asserts nothing. */
  leave(): Promise<void> {
    const figures = `${this.role}: ${this.clicks + this.typed} clicks or taps, of these ${this.typed} to type something`
    test.info().annotations.push({ type: 'clicks', description: figures })
    console.log(figures)
    return this.page.context().close()
  }
}
