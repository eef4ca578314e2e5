import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { demoUsername } from './demoAccounts.ts'

type Department = readonly [
  company: string,
  name: string,
  parent: string | null,
  manager: readonly [first: string, last: string],
  costCenter: string,
  budget: string,
]

/** A department stands before those below it. */
const DEPARTMENTS: readonly Department[] = [
  ['ullage', 'Operations', null, ['Maya', 'Thornton'], '100', '420000'],
  ['ullage', 'Accounts', 'Operations', ['Ben', 'Castellano'], '110', '96000'],
  ['ullage', 'Support', 'Operations', ['Jolene', 'Whitaker'], '120', '148000'],
  ['ullage', 'Engineering', null, ['Ingrid', 'Solheim'], '200', '610000'],
  ['platte', 'Energy', null, ['Dale', 'Kowalski'], 'E-10', '1250000'],
  ['platte', 'Dispatch and delivery', 'Energy', ['Luis', 'Arroyo'], 'E-11', '480000'],
  ['platte', 'Field service', 'Energy', ['Travis', 'McCabe'], 'E-12', '165000'],
  ['platte', 'Dispensers', 'Energy', ['Shelly', 'Buckner'], 'E-13', '88000'],
  ['platte', 'Agronomy', null, ['Curtis', 'Nordgren'], 'A-20', '730000'],
]

/** What staff wrote about companies, the oldest first. */
const NOTES = [
  ['platte', 'customer_support', 'Harvest from mid September: twice the usual diesel at the elevator.', 74],
  ['platte', 'administrator', 'New contract signed. Deliveries before 7 a.m. are welcome at all sites.', 31],
  ['prairiestar', 'customer_support', 'Rhonda is in the office until noon; afterwards text her.', 22],
  ['summitfleet', 'employee', 'Gate code changed. Drivers ask at the guard house of yard 2.', 9],
  ['iowariver', 'customer_support', 'Feed mill down for cleaning in the second week of December.', 4],
] as const

/** What a technician answers at each visit, and how. */
const QUESTIONS = [
  ['Is the tank free of rust and leaks?', 'checkbox'],
  ['Level by the stick, in inches', 'number'],
  ['Photo of the fill pipe and the sensor', 'photo'],
  ['When is the next inspection due?', 'date'],
] as const

/** The demo's departments, what was noted of its customers, and what is asked at a visit. */
export async function insertOffice(db: Database, companies: ReadonlyMap<string, number>): Promise<void> {
  for (const [company, name, parent, [first, last], cost_center, budget] of DEPARTMENTS) {
    const company_id = companies.get(company) ?? 1
    await sql`insert into departments (company_id, department_name, parent_department_id, manager_id, cost_center, budget)
      values (${company_id}, ${name},
        (select department_id from departments where company_id = ${company_id} and department_name = ${parent}),
        (select people_id from people
          where company_id = ${company_id} and first_name = ${first} and last_name = ${last} limit 1),
        ${cost_center}, ${budget})`.execute(db)
  }
  for (const [company, loginType, note, daysAgo] of NOTES) {
    await sql`insert into notes (object_ref, object_id, note, created_by, created_by_id, created_at, updated_at)
      select 'company', ${companies.get(company)}, ${note}, p.first_name || ' ' || p.last_name, u.user_id, at, at
      from users u join people p using (people_id), (select now() - make_interval(days => ${daysAgo}) as at) as written
      where u.username = ${demoUsername(loginType)}`.execute(db)
  }
  for (const [question, field_type] of QUESTIONS) {
    await sql`insert into questions (question, field_type) values (${question}, ${field_type})`.execute(db)
  }
}
