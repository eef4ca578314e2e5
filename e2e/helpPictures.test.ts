import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { apiOf, openAs } from './signIn.ts'

/** The folder from which the product serves them; an article refers to them by `/help/<name>.<language>.webp`. */
const FOLDER = path.join(import.meta.dirname, '../web/public/help')
const README = path.join(import.meta.dirname, '../docs/images/dashboard.png')
/** They load over any connection of the reader. */
const MAX_BYTES = 60_000
const VIEWPORT = { width: 1280, height: 800 }

interface Picture {
  address: string
  /** Prepares the screen before the screenshot. */
  open?: (page: Page) => Promise<void>
}

const PICTURES: Readonly<Record<string, Picture>> = {
  dashboard: { address: '/dashboard' },
  alerts: { address: '/alerts' },
  devices: { address: '/devices' },
  map: { address: '/devices?view=map', open: (page) => page.waitForTimeout(4_000) },
  device: { address: '/devices/profile/1' },
  ports: { address: '/devices/profile/1?tab=ports' },
  forecast: {
    address: '/devices/profile/1',
    open: (page) => page.mouse.wheel(0, 330),
  },
  tags: { address: '/tags' },
  customer: { address: '/customers/profile/4' },
  people: { address: '/people' },
  products: { address: '/tank_products' },
  orders: { address: '/orders' },
  invoice: { address: '/order/INVOICE' },
  shipment: { address: '/shipment_planners/1' },
  'work-order': { address: '/work_order/2' },
  settings: { address: '/configuration/configure_environment' },
  users: { address: '/users' },
  subscriptions: { address: '/subscriptions' },
  trucks: { address: '/tanker_trucks' },
  'plan-a-day': {
    address: '/shipment_planners/new',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Choose orders or tanks|Elegir pedidos o tanques)$/ }).click()
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    },
  },
  'bill-a-week': { address: '/orders?document_type=sales_order' },
  'set-up': { address: '/customers/profile' },
  'answer-an-alert': {
    address: '/alerts',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Acknowledge|Confirmar)/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  // Last: on a new demo its figures are still being computed while the others are taken.
  accuracy: { address: '/forecast_accuracy' },
}

test.use({ viewport: VIEWPORT })
test.describe.configure({ mode: 'serial', timeout: 600_000 })

for (const language of ['en', 'es'] as const) {
  test(`the pictures of the help in ${language}`, async ({ page, request }) => {
    const call = await apiOf(request, 'administrator')
    const { transaction_documents } = await call(
      'GET',
      '/transaction_documents?document_type=invoice&page_size=1',
    )
    await call('PATCH', '/me', { language })
    try {
      await openAs(page, 'administrator')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
      await page.evaluate(() => {
        const { user_id } = JSON.parse(localStorage.getItem('ullage.user') ?? '{}')
        localStorage.setItem(`ullage.kept.${user_id}.tour`, 'true')
      })
      fs.mkdirSync(FOLDER, { recursive: true })
      for (const [name, { address, open }] of Object.entries(PICTURES)) {
        await page.goto(address.replace('INVOICE', String(transaction_documents[0]?.document_id)))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
        await expect(
          page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible'),
        ).toHaveCount(0, {
          timeout: 300_000,
        })
        await open?.(page)
        await page.evaluate(() => document.fonts.ready)
        const taken = await page.screenshot({ animations: 'disabled' })
        fs.writeFileSync(path.join(FOLDER, `${name}.${language}.webp`), await lightened(taken))
        if (name === 'dashboard' && language === 'en') fs.writeFileSync(README, taken)
      }
    } finally {
      await call('PATCH', '/me', { language: 'en' })
    }
  })
}

/** The best quality within the size limit. */
async function lightened(picture: Buffer): Promise<Buffer> {
  for (let quality = 80; ; quality -= 10) {
    const light = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (light.length <= MAX_BYTES || quality <= 20) return light
  }
}
