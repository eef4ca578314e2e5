-- The indexes that the floors' statements need in addition to the product's own.
create index floor_devices_order on devices (public_id, device_id) where status in ('normal', 'demo');
create index floor_devices_company on devices (company_id, public_id, device_id) where status in ('normal', 'demo');
create index floor_ports_order on device_ports (port_number, device_ports_id);
create index floor_alerts_order on alerts (opened_at desc, alert_id desc);
create index floor_alerts_open on alerts (opened_at desc, alert_id desc) where status <> 'closed';
create index floor_work_orders_status on work_orders (status_id, id);
create index floor_work_orders_search on work_orders using gin (wo_number gin_trgm_ops, contact_name gin_trgm_ops,
  contact_email gin_trgm_ops, reason_for_return gin_trgm_ops, inbound_tracking_number gin_trgm_ops,
  outbound_tracking_number gin_trgm_ops, zoho_estimate_id gin_trgm_ops);
create index floor_subscriptions_order on subscriptions (plan_name, id);
create index floor_subscriptions_company on subscriptions (company_id, plan_name, id);
create index floor_subscriptions_search on subscriptions using gin (plan_name gin_trgm_ops, status gin_trgm_ops,
  invoice_id gin_trgm_ops, stripe_subscription_id gin_trgm_ops);
create index floor_documents_order on transaction_documents (document_id) where archived = 0;
create index floor_documents_status on transaction_documents (document_type, status_id, document_id) where archived = 0;
create index floor_documents_search on transaction_documents using gin (customer_po gin_trgm_ops,
  work_order_no gin_trgm_ops, comments gin_trgm_ops, document_number gin_trgm_ops);
create index floor_shipments_status on shipment_planners (status_id, shipment_id);
create index floor_shipments_search on shipment_planners using gin (shipment_number gin_trgm_ops, signed_by gin_trgm_ops);
create index floor_people_order on people (combined_name, people_id);
create index floor_people_company on people (company_id, combined_name, people_id);
create index floor_people_options on people (lower(combined_name)) include (people_id, combined_name) where status <> 0;
create index floor_users_order on users (username, user_id);
create index floor_users_company on users (company_id, username, user_id);
create index floor_companies_order on companies (organisation_type_id, status, company, company_id);
