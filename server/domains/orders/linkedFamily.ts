import { sql } from 'kysely'

/** The documents next to the recursive table `family`: created from its documents or their source, also through an invoice over several orders. */
export const NEXT_OF_FAMILY = sql`select d.document_id from family f, lateral (
    select n.document_id from transaction_documents n where n.source_document_id = f.document_id
    union all select s.source_document_id from transaction_documents s
      where s.document_id = f.document_id and s.source_document_id is not null
    union all select invoice_id from invoice_orders where order_id = f.document_id
    union all select order_id from invoice_orders where invoice_id = f.document_id) d`
