import { sql } from 'kysely'
import { passwordIssues } from '#core/domains/access/signIn/password.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/secrets.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { isEasilyGuessed } from './isEasilyGuessed.ts'

/** The owner of a password, which must not contain their names. */
export interface PasswordOwner {
  username: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  company?: string | null | undefined
}

const PRODUCT = 'Ullage'
/** Shorter parts of names are in too many good passwords. */
const MIN_WORD_LENGTH = 4

/**
 * Validates and hashes a password that a user chooses: for themselves, or for another. All ways to set a password use it.
 * @param business the name of the business, which a password must not contain either
 * @throws Refusal 422 with the invalid field: the rule of the specification, the repetition (if it was sent), a password that is easily
 * guessed, or one that contains a name of its owner
 */
export async function choosePassword(
  context: Pick<Context, 'db'>,
  body: Values,
  owner: PasswordOwner,
  business: () => Promise<string> = async () => (await readSettings(context.db)).company_name,
): Promise<string> {
  const { password, confirm_password } = body
  const differs = confirm_password !== undefined && confirm_password !== password
  refuseIssues([
    ...(await issuesOf(password, owner, business)),
    ...issueIf(differs, { field: 'confirm_password', rule: 'password_match' }),
  ])
  return hashPassword(String(password))
}

/** The names of an existing user, for `choosePassword`. */
export async function ownerOfPassword({ db }: Pick<Context, 'db'>, user_id: number): Promise<PasswordOwner> {
  const { rows } = await sql<PasswordOwner>`
    select username, first_name, last_name, company from users join companies using (company_id)
    where user_id = ${user_id}`.execute(db)
  return firstOf(rows)
}

/** The names of a new user, for `choosePassword`. */
export async function ownerOfNewPassword(
  { db }: Pick<Context, 'db'>,
  { company_id, ...names }: Omit<PasswordOwner, 'company'> & { company_id: number },
): Promise<PasswordOwner> {
  const rows = await db
    .selectFrom('companies')
    .select('company')
    .where('company_id', '=', company_id)
    .execute()
  return { ...names, company: rows[0]?.company }
}

async function issuesOf(
  password: unknown,
  { username, first_name, last_name, company }: PasswordOwner,
  business: () => Promise<string>,
): Promise<Issue[]> {
  const issues = passwordIssues(password)
  if (issues.length > 0) return issues
  const names = [PRODUCT, await business(), username, first_name, last_name, company]
  if (holdsName(String(password), names)) return [{ field: 'password', rule: 'password_name' }]
  return (await isEasilyGuessed(String(password))) ? [{ field: 'password', rule: 'password_common' }] : []
}

/** Whether a password contains a word of these names, also with symbols for letters (`U11@ge`). */
export function holdsName(password: string, names: readonly (string | null | undefined)[]): boolean {
  const words = names.flatMap((name) => plain(name ?? '').split(/[^a-z0-9]+/))
  const text = folded(plain(password))
  return words.some((word) => word.length >= MIN_WORD_LENGTH && text.includes(folded(word)))
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Similar characters count as equal, including 1, !, i and l. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '1': 'i',
  '!': 'i',
  l: 'i',
}

function folded(text: string): string {
  return text.replace(/[@430$571!l]/g, (sign) => LOOKALIKES[sign] ?? sign)
}
