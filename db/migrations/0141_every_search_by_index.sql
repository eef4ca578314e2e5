-- A search asks all of these columns at once: one that no index of trigrams holds makes it read the whole table.
drop index transaction_documents_search_number;
create index transaction_documents_search on transaction_documents
  using gin (document_number gin_trgm_ops, customer_po gin_trgm_ops, work_order_no gin_trgm_ops, comments gin_trgm_ops);
create index subscriptions_search on subscriptions
  using gin (plan_name gin_trgm_ops, status gin_trgm_ops, invoice_id gin_trgm_ops, stripe_subscription_id gin_trgm_ops);
create index work_orders_search on work_orders
  using gin (wo_number gin_trgm_ops, contact_name gin_trgm_ops, contact_email gin_trgm_ops, reason_for_return gin_trgm_ops,
    inbound_tracking_number gin_trgm_ops, outbound_tracking_number gin_trgm_ops, zoho_estimate_id gin_trgm_ops);
create index shipment_planners_search on shipment_planners
  using gin (shipment_number gin_trgm_ops, signed_by gin_trgm_ops);
create index notifications_search on notifications using gin (subject gin_trgm_ops, message gin_trgm_ops);
create index mails_search on mails using gin (receiver gin_trgm_ops, subject gin_trgm_ops);
