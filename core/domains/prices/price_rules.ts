import { PRODUCT_GROUPS } from '#core/domains/tanks/tank_products.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * A seller's price rule, of any level: for a customer and the companies below it, for a site, for a class of customers, or for everyone;
 * of a product, a group of products, or all. A fixed price, or a terminal's posted price plus a margin. Several rules with different
 * quantities are its tiers.
 */
export const price_rules = defineResource({
  name: 'price_rules',
  single: 'price_rule',
  id: 'price_rule_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  // It names sites: an account limited to some devices sees none.
  devicesBy: 'text',
  fields: {
    name: { kind: 'text', required: true, max: 100 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    customer_id: { kind: 'reference', to: 'companies', ofCompany: { field: 'company_id', reach: 'below' } },
    site_id: { kind: 'reference', to: 'sites', ofCompany: { field: 'company_id', reach: 'below' } },
    price_class: { kind: 'text', max: 40 },
    product_id: {
      kind: 'reference',
      to: 'tank_products',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    product_group: { kind: 'choice', of: PRODUCT_GROUPS },
    unit_id: { kind: 'reference', required: true, to: 'units_of_measure' },
    unit_price: { kind: 'money', digits: 16, scale: 6 },
    terminal_id: {
      kind: 'reference',
      to: 'terminals',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    margin: { kind: 'money', digits: 16, scale: 6 },
    max_posted_days: { kind: 'integer', min: 0, max: 999, unit: 'd' },
    from_quantity: { kind: 'decimal', required: true, default: '0.000', digits: 13, scale: 3, min: 0 },
    price_by: { kind: 'choice', required: true, default: 'order', of: ['order', 'delivery'] },
    from_date: { kind: 'date', required: true },
    to_date: { kind: 'date', notBefore: { field: 'from_date' } },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  list: [
    'name',
    'customer_id',
    'site_id',
    'price_class',
    'product_id',
    'unit_price',
    'terminal_id',
    'margin',
    'from_date',
    'to_date',
  ],
  sortable: ['name', 'from_date', 'to_date'],
  search: ['name', 'price_class'],
  filters: { company_id: null, customer_id: null, product_id: null, price_class: null },
  form: [
    { section: 'rule', fields: ['name', 'company_id', 'from_date', 'to_date', 'price_by'] },
    { section: 'whom', fields: ['customer_id', 'site_id', 'price_class'] },
    { section: 'what', fields: ['product_id', 'product_group', 'from_quantity'] },
    { section: 'price', fields: ['unit_id', 'unit_price', 'terminal_id', 'margin', 'max_posted_days'] },
  ],
  check: (rule): Issue[] => {
    const { site_id, price_class, product_id, product_group, unit_price, terminal_id, margin } = rule
    const isOfCustomer = rule.customer_id != null
    return [
      ...issueIf(site_id != null && isOfCustomer, { field: 'site_id', rule: 'one_level' }),
      ...issueIf(price_class && (isOfCustomer || site_id != null), {
        field: 'price_class',
        rule: 'one_level',
      }),
      ...issueIf(product_id != null && product_group != null, {
        field: 'product_group',
        rule: 'one_product',
      }),
      ...issueIf(unit_price == null && terminal_id == null, {
        field: 'unit_price',
        rule: 'price_or_terminal',
      }),
      ...issueIf(unit_price != null && terminal_id != null, {
        field: 'terminal_id',
        rule: 'price_or_terminal',
      }),
      ...issueIf(unit_price != null && Number(unit_price) <= 0, { field: 'unit_price', rule: 'above_zero' }),
      ...issueIf(margin != null && terminal_id == null, { field: 'margin', rule: 'margin_of_posted' }),
    ]
  },
})
