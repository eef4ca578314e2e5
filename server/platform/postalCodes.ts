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

/** Degrees. */
interface Position {
  latitude: number
  longitude: number
}

interface Area {
  /** Its middle, to two decimals of a degree. */
  middle: Position
  places: PostalCode[]
}

let table: Map<string, Area> | undefined

/** The cities and states of a ZIP code of the United States; none for an unassigned one. */
export function findPostalCode(zip: string): PostalCode[] {
  table ??= readTable()
  return table.get(zip)?.places ?? []
}

/** Digits of a ZIP code without its extension. */
const ZIP_LENGTH = 5

/**
 * The middle of the ZIP code of an address in the United States: near enough for its time zone and for planning a round; undefined for
 * other countries and unassigned codes.
 */
export function middleOfPostalCode({
  zip_code,
  country_id,
}: {
  readonly zip_code?: unknown
  readonly country_id?: unknown
}): Position | undefined {
  table ??= readTable()
  const isHome = country_id == null || Number(country_id) === HOME_COUNTRY
  return isHome ? table.get(String(zip_code ?? '').slice(0, ZIP_LENGTH))?.middle : undefined
}

/** Reads lines of state, city and its codes, each code with latitude and longitude after commas. */
function readTable(): Map<string, Area> {
  const codes = new Map<string, Area>()
  const file = path.join(projectRoot, 'db/us_postal_codes.txt')
  for (const line of fs.readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [state = '', city = '', zips = ''] = line.split('\t')
    for (const area of zips.split(' ')) {
      const [zip_code = '', latitude, longitude] = area.split(',')
      const middle = { latitude: Number(latitude), longitude: Number(longitude) }
      const places = codes.get(zip_code)?.places ?? []
      codes.set(zip_code, {
        middle,
        places: [...places, { zip_code, city, state, country_id: HOME_COUNTRY }],
      })
    }
  }
  return codes
}
