import fs from 'node:fs'
import path from 'node:path'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'

export interface PostalCode {
  zip_code: string
  city: string
  state: string
  country_id: number
}

let table: Map<string, PostalCode[]> | undefined

/** The cities and states of a ZIP code of the United States; none for an unassigned one. */
export function findPostalCode(zip: string): PostalCode[] {
  table ??= readTable()
  return table.get(zip) ?? []
}

function readTable(): Map<string, PostalCode[]> {
  const codes = new Map<string, PostalCode[]>()
  const file = path.join(projectRoot, 'db/us_postal_codes.txt')
  for (const line of fs.readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [state = '', city = '', zips = ''] = line.split('\t')
    for (const zip_code of zips.split(' ')) {
      const found = { zip_code, city, state, country_id: HOME_COUNTRY }
      codes.set(zip_code, [...(codes.get(zip_code) ?? []), found])
    }
  }
  return codes
}
