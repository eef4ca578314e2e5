import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'

/**
 * Waits for the mail with a link to `/session/<screen>`, which only its recipient reads.
 * @returns the path of the link
 */
export async function mailedLink(recipient: string, screen: string): Promise<string> {
  const file = path.join(process.env['E2E_MAILS'] ?? '', encodeURIComponent(recipient))
  let link = ''
  await expect
    .poll(() => {
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
      link = new RegExp(`/session/${screen}/\\S+`).exec(text)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}
