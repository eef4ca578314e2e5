import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** Stores the taxes of the documents in the table `planned`, which have one line and no charges each, and adds them to the balances. */
export async function insertDocumentTaxes(db: Database): Promise<void> {
  await sql`insert into document_taxes (document_id, document_detail_id, tax_code_id, tax_name, jurisdiction, basis, applies_to, rounding,
      rate, unit_title, unit_liters, tax_rule_id, tax_exemption_id, certificate, exempt_use, taxable_amount, exempt_amount, taxable_liters,
      exempt_liters, tax)
    select d.document_id, l.document_detail_id, c.tax_code_id, c.printed_name, c.jurisdiction, c.basis, c.applies_to, c.rounding, r.rate,
      u.unit_abbrev, u.factor, m.tax_rule_id, e.tax_exemption_id, e.certificate, e.exempt_use,
      case when e.certificate is null then l.line_total else 0 end, case when e.certificate is null then 0 else l.line_total end,
      case when e.certificate is null then l.quantity_liters else 0 end, case when e.certificate is null then 0 else l.quantity_liters end,
      case when e.certificate is not null then 0 when c.basis = 'percent' then round(l.line_total * r.rate / 100, 2)
        else round(l.quantity_liters / u.factor * r.rate, 2) end
    from planned p join transaction_documents d on d.document_id = p.id
      join transaction_document_details l on l.document_id = d.document_id
      join tax_codes c on c.company_id = d.seller_id join tax_rates r on r.tax_code_id = c.tax_code_id and r.from_date <= d.document_date
      left join units_of_measure u on u.id = c.unit_id
      join lateral (select min(t.tax_rule_id) as tax_rule_id from tax_rules t where t.tax_code_id = c.tax_code_id
        and (t.state is null or t.state = d.ship_state) and (t.product_id is null or t.product_id = l.product_id)) m
        on m.tax_rule_id is not null
      left join tax_exemptions e on e.customer_id = d.company_id and e.company_id = c.company_id and e.tax_code_id = c.tax_code_id
    where p.type <> 'purchase_order'`.execute(db)
  await sql`update transaction_documents d set tax_total = s.tax, document_tax_total = s.tax,
      balance = balance + case when balance > 0 then s.tax else 0 end,
      document_balance = document_balance + case when balance > 0 then s.tax else 0 end
    from (select t.document_id, sum(t.tax) as tax from document_taxes t join planned p on p.id = t.document_id group by t.document_id) s
    where s.document_id = d.document_id`.execute(db)
}
