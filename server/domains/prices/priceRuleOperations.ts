import { sql } from 'kysely'
import { price_rules } from '#core/domains/prices/price_rules.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { checkedOperations } from '#server/resources/checkedOperations.ts'

/**
 * Two rules for the same customers, products, measure and tier are never in force on the same day. Rules of one seller are saved in sequence, so
 * that concurrent ones cannot overlap either.
 * @throws Refusal 422 at the first day, naming the other rule
 */
export const priceRuleOperations = checkedOperations(price_rules, async ({ db }, rule, current) => {
  await lockByName(db, 'price_rules', String(rule.company_id))
  const { rows } = await sql<{ name: string }>`
    select r.name from price_rules r join units_of_measure u on u.id = r.unit_id
      join units_of_measure v on v.id = ${rule.unit_id}
    where r.company_id = ${rule.company_id} and r.price_rule_id is distinct from ${current?.price_rule_id ?? null}::int8
      and r.customer_id is not distinct from ${rule.customer_id ?? null}::int8
      and r.site_id is not distinct from ${rule.site_id ?? null}::int8
      and lower(r.price_class) is not distinct from lower(${rule.price_class ?? null}::text)
      and r.product_id is not distinct from ${rule.product_id ?? null}::int8
      and r.product_group is not distinct from ${rule.product_group ?? null}::text
      and (r.unit_id = v.id or u.measure = 'volume' and v.measure = 'volume')
      and round(r.from_quantity * u.factor, 3) = round(${rule.from_quantity ?? '0'}::numeric * v.factor, 3)
      and daterange(r.from_date, r.to_date, '[]') && daterange(${rule.from_date}::date, ${rule.to_date ?? null}::date, '[]')
    limit 1`.execute(db)
  refuseIssues(
    rows.map(({ name }) => ({ field: 'from_date', rule: 'rules_overlap' as const, params: { name } })),
  )
})
