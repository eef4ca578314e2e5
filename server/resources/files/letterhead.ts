import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'
import type { PrintDocument } from './printDocument.ts'

/** The sender of printed documents: other companies by their name, the business by the name in its settings. */
export async function readSender({ db }: Context, company_id = OWN_COMPANY): Promise<string> {
  const { rows } = await sql<{ sender: string }>`
    select coalesce((select value #>> '{}' from settings where setting_key = 'company_name' and ${company_id === OWN_COMPANY}),
      (select company from companies where company_id = ${company_id})) as sender`.execute(db)
  return firstOf(rows).sender
}

/** The sender with its logo and address: its billing address, else its first one; by default the business itself. */
export async function readLetterhead(
  context: Context,
  company_id = OWN_COMPANY,
): Promise<{ letterhead: string[] } & Pick<PrintDocument, 'logo'>> {
  const { rows } = await sql<{ lines: (string | null)[] | null; logo_id: number | null }>`
    select c.logo_id, (select array[address1, address2, concat_ws(', ', city, concat_ws(' ', state, zip_code)), nullif(country_name, ''),
        c.website] from entity_addresses where object_ref = 'company' and object_id = c.company_id
      order by (address_type = 'billing') desc, prime desc, entity_addresses_id limit 1) as lines
    from companies c where c.company_id = ${company_id}`.execute(context.db)
  const { lines, logo_id } = firstOf(rows)
  const address = (lines ?? []).filter((line): line is string => Boolean(line))
  const logo = logo_id === null ? undefined : await readLogo(context, logo_id)
  return { letterhead: [await readSender(context, company_id), ...address], ...(logo && { logo }) }
}

/** Logos as data URLs by their file, which never changes; empty for one that cannot be drawn. */
const logos = new LRUCache<number, string>({ max: 200 })
/** Pixels of its longer side: 5 cm on paper at 150 dots per inch. */
const LOGO_SIDE = 300

/** A logo as JPEG on white paper: PDFs embed JPEG directly, but not WebP. */
async function readLogo({ db }: Context, file_id: number): Promise<string> {
  const known = logos.get(file_id)
  if (known !== undefined) return known
  const [file] = await db.selectFrom('files').select('content').where('file_id', '=', file_id).execute()
  const { default: sharp } = await import('sharp')
  const logo = await sharp(file?.content)
    .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer()
    .then(
      (bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`,
      () => '',
    )
  logos.set(file_id, logo)
  return logo
}
