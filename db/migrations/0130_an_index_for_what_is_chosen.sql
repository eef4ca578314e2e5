-- What is chosen from stands in the order of its names, whatever their case; an input asks for the first ones.
create index devices_chosen on devices (lower(public_id::text), device_id);
create index people_chosen on people (lower(combined_name::text), people_id);
create index users_chosen on users (lower(username::text), user_id);
create index companies_chosen on companies (lower(company::text), company_id);
create index work_orders_chosen on work_orders (lower(wo_number::text), id);
create index transaction_documents_chosen on transaction_documents (lower(document_number::text), document_id);
create index shipment_planners_chosen on shipment_planners (lower(shipment_number::text), shipment_id);
