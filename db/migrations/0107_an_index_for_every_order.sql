-- An index for every order in which the lists of growing kinds of record are offered. The record's own id is the last column
-- of each, so that it serves the order both ways; a column that may lack a value has a second one (`_down`), as records
-- without a value come last either way. What an uplink writes of a device stays in no index.

create index devices_by_created_at on devices (created_at, device_id);
create index devices_by_updated_at on devices (updated_at, device_id);
create index devices_by_public_id on devices (public_id, device_id);
create index devices_by_label on devices (label, device_id);
create index devices_by_label_down on devices (label desc nulls last, device_id desc);
create index devices_by_company_id on devices (company_id, device_id);
create index devices_by_device_type_id on devices (device_type_id, device_id);
create index devices_by_status on devices (status, device_id);

create index device_ports_by_created_at on device_ports (created_at, device_ports_id);
create index device_ports_by_updated_at on device_ports (updated_at, device_ports_id);
create index device_ports_by_port_number on device_ports (port_number, device_ports_id);
create index device_ports_by_device_id on device_ports (device_id, device_ports_id);
create index device_ports_by_reorder_yellow on device_ports (reorder_yellow, device_ports_id);
create index device_ports_by_reorder_yellow_down on device_ports (reorder_yellow desc nulls last, device_ports_id desc);
create index device_ports_by_reorder_red on device_ports (reorder_red, device_ports_id);
create index device_ports_by_reorder_red_down on device_ports (reorder_red desc nulls last, device_ports_id desc);
create index device_ports_by_active on device_ports (active, device_ports_id);

create index alerts_by_created_at on alerts (created_at, alert_id);
create index alerts_by_updated_at on alerts (updated_at, alert_id);
create index alerts_by_level on alerts (level, alert_id);
create index alerts_by_opened_at on alerts (opened_at, alert_id);
create index alerts_by_device_id on alerts (device_id, alert_id);
create index alerts_by_company_id on alerts (company_id, alert_id);
create index alerts_by_port_number on alerts (port_number, alert_id);
create index alerts_by_port_number_down on alerts (port_number desc nulls last, alert_id desc);
create index alerts_by_status on alerts (status, alert_id);
create index alerts_by_value on alerts (value, alert_id);
create index alerts_by_value_down on alerts (value desc nulls last, alert_id desc);
create index alerts_by_level_source on alerts (level_source, alert_id);
create index alerts_by_level_source_down on alerts (level_source desc nulls last, alert_id desc);
create index alerts_by_closed_at on alerts (closed_at, alert_id);
create index alerts_by_closed_at_down on alerts (closed_at desc nulls last, alert_id desc);

create index transaction_documents_by_created_at on transaction_documents (created_at, document_id);
create index transaction_documents_by_updated_at on transaction_documents (updated_at, document_id);
create index transaction_documents_by_document_number on transaction_documents (document_number, document_id);
create index transaction_documents_by_document_number_down on transaction_documents (document_number desc nulls last, document_id desc);
create index transaction_documents_by_document_type on transaction_documents (document_type, document_id);
create index transaction_documents_by_device_id on transaction_documents (device_id, document_id);
create index transaction_documents_by_status_id on transaction_documents (status_id, document_id);
create index transaction_documents_by_document_date on transaction_documents (document_date, document_id);
create index transaction_documents_by_document_date_down on transaction_documents (document_date desc nulls last, document_id desc);
create index transaction_documents_by_due_date on transaction_documents (due_date, document_id);
create index transaction_documents_by_total_amount on transaction_documents (total_amount, document_id);
create index transaction_documents_by_balance on transaction_documents (balance, document_id);
create index transaction_documents_by_customer_po on transaction_documents (customer_po, document_id);
create index transaction_documents_by_customer_po_down on transaction_documents (customer_po desc nulls last, document_id desc);

create index shipment_planners_by_created_at on shipment_planners (created_at, shipment_id);
create index shipment_planners_by_updated_at on shipment_planners (updated_at, shipment_id);
create index shipment_planners_by_shipment_number on shipment_planners (shipment_number, shipment_id);
create index shipment_planners_by_shipment_number_down on shipment_planners (shipment_number desc nulls last, shipment_id desc);
create index shipment_planners_by_status_id on shipment_planners (status_id, shipment_id);
create index shipment_planners_by_load_date on shipment_planners (load_date, shipment_id);
create index shipment_planners_by_deliver_date on shipment_planners (deliver_date, shipment_id);
create index shipment_planners_by_deliver_date_down on shipment_planners (deliver_date desc nulls last, shipment_id desc);
create index shipment_planners_by_signed_by on shipment_planners (signed_by, shipment_id);
create index shipment_planners_by_signed_by_down on shipment_planners (signed_by desc nulls last, shipment_id desc);

create index work_orders_by_created_at on work_orders (created_at, id);
create index work_orders_by_updated_at on work_orders (updated_at, id);
create index work_orders_by_wo_number on work_orders (wo_number, id);
create index work_orders_by_wo_number_down on work_orders (wo_number desc nulls last, id desc);
create index work_orders_by_device_id on work_orders (device_id, id);
create index work_orders_by_status_id on work_orders (status_id, id);
create index work_orders_by_wo_requested_by on work_orders (wo_requested_by, id);
create index work_orders_by_contact_name on work_orders (contact_name, id);
create index work_orders_by_contact_name_down on work_orders (contact_name desc nulls last, id desc);
create index work_orders_by_warranty_repair on work_orders (warranty_repair, id);
create index work_orders_by_warranty_repair_down on work_orders (warranty_repair desc nulls last, id desc);
create index work_orders_by_date_performed on work_orders (date_performed, id);
create index work_orders_by_date_performed_down on work_orders (date_performed desc nulls last, id desc);

create index notes_by_created_at on notes (created_at, note_id);
create index notes_by_updated_at on notes (updated_at, note_id);
create index notes_by_created_by on notes (created_by, note_id);
create index notes_by_created_by_down on notes (created_by desc nulls last, note_id desc);
create index notes_by_object_ref on notes (object_ref, note_id);

create index notifications_by_created_at on notifications (created_at, notification_id);
create index notifications_by_updated_at on notifications (updated_at, notification_id);
create index notifications_by_subject on notifications (subject, notification_id);
create index notifications_by_subject_down on notifications (subject desc nulls last, notification_id desc);
create index notifications_by_modal on notifications (modal, notification_id);
create index notifications_by_date_created on notifications (date_created, notification_id);
create index notifications_by_date_created_down on notifications (date_created desc nulls last, notification_id desc);
create index notifications_by_date_sent on notifications (date_sent, notification_id);
create index notifications_by_date_sent_down on notifications (date_sent desc nulls last, notification_id desc);
create index notifications_by_receivers on notifications (receivers, notification_id);
create index notifications_by_receivers_down on notifications (receivers desc nulls last, notification_id desc);

create index mails_by_created_at on mails (created_at, mail_id);
create index mails_by_updated_at on mails (updated_at, mail_id);
create index mails_by_subject on mails (subject, mail_id);
create index mails_by_receiver on mails (receiver, mail_id);
create index mails_by_queued_at on mails (queued_at, mail_id);
create index mails_by_queued_at_down on mails (queued_at desc nulls last, mail_id desc);
create index mails_by_state on mails (state, mail_id);

create index users_by_created_at on users (created_at, user_id);
create index users_by_updated_at on users (updated_at, user_id);
create index users_by_username on users (username, user_id);
create index users_by_first_name on users (first_name, user_id);
create index users_by_last_name on users (last_name, user_id);
create index users_by_login_type_id on users (login_type_id, user_id);
create index users_by_company_id on users (company_id, user_id);
create index users_by_status on users (status, user_id);

create index people_by_created_at on people (created_at, people_id);
create index people_by_updated_at on people (updated_at, people_id);
create index people_by_combined_name on people (combined_name, people_id);
create index people_by_combined_name_down on people (combined_name desc nulls last, people_id desc);
create index people_by_job_title on people (job_title, people_id);
create index people_by_job_title_down on people (job_title desc nulls last, people_id desc);
create index people_by_language on people (language, people_id);
create index people_by_status on people (status, people_id);

create index companies_by_created_at on companies (created_at, company_id);
create index companies_by_updated_at on companies (updated_at, company_id);
create index companies_by_company on companies (company, company_id);
create index companies_by_organisation_type_id on companies (organisation_type_id, company_id);
create index companies_by_website on companies (website, company_id);
create index companies_by_website_down on companies (website desc nulls last, company_id desc);
create index companies_by_status on companies (status, company_id);
create index companies_by_company_short on companies (company_short, company_id);
create index companies_by_company_short_down on companies (company_short desc nulls last, company_id desc);
create index companies_by_account_number on companies (account_number, company_id);
create index companies_by_account_number_down on companies (account_number desc nulls last, company_id desc);

create index subscriptions_by_created_at on subscriptions (created_at, id);
create index subscriptions_by_updated_at on subscriptions (updated_at, id);
create index subscriptions_by_plan_name on subscriptions (plan_name, id);
create index subscriptions_by_plan_name_down on subscriptions (plan_name desc nulls last, id desc);
create index subscriptions_by_device_seats on subscriptions (device_seats, id);
create index subscriptions_by_device_seats_down on subscriptions (device_seats desc nulls last, id desc);
create index subscriptions_by_amount on subscriptions (amount, id);
create index subscriptions_by_term_length on subscriptions (term_length, id);
create index subscriptions_by_period_start on subscriptions (period_start, id);
create index subscriptions_by_period_end on subscriptions (period_end, id);
create index subscriptions_by_period_end_down on subscriptions (period_end desc nulls last, id desc);
create index subscriptions_by_paid on subscriptions (paid, id);
create index subscriptions_by_paid_down on subscriptions (paid desc nulls last, id desc);
create index subscriptions_by_status on subscriptions (status, id);
create index subscriptions_by_status_down on subscriptions (status desc nulls last, id desc);

create index tags_by_created_at on tags (created_at, tag_id);
create index tags_by_updated_at on tags (updated_at, tag_id);
create index tags_by_tag on tags (tag, tag_id);
create index tags_by_company_id on tags (company_id, tag_id);
create index tags_by_device_count on tags (device_count, tag_id);
create index tags_by_device_count_down on tags (device_count desc nulls last, tag_id desc);

create index entity_addresses_by_created_at on entity_addresses (created_at, entity_addresses_id);
create index entity_addresses_by_updated_at on entity_addresses (updated_at, entity_addresses_id);
create index entity_addresses_by_location_label on entity_addresses (location_label, entity_addresses_id);
create index entity_addresses_by_location_label_down on entity_addresses (location_label desc nulls last, entity_addresses_id desc);
create index entity_addresses_by_address_type on entity_addresses (address_type, entity_addresses_id);
create index entity_addresses_by_city on entity_addresses (city, entity_addresses_id);
create index entity_addresses_by_state on entity_addresses (state, entity_addresses_id);
create index entity_addresses_by_zip_code on entity_addresses (zip_code, entity_addresses_id);
create index entity_addresses_by_prime on entity_addresses (prime, entity_addresses_id);
create index entity_addresses_by_object_ref on entity_addresses (object_ref, entity_addresses_id);

create index entity_emails_by_created_at on entity_emails (created_at, entity_emails_id);
create index entity_emails_by_updated_at on entity_emails (updated_at, entity_emails_id);
create index entity_emails_by_email_address on entity_emails (email_address, entity_emails_id);
create index entity_emails_by_email_type on entity_emails (email_type, entity_emails_id);
create index entity_emails_by_prime on entity_emails (prime, entity_emails_id);
create index entity_emails_by_object_ref on entity_emails (object_ref, entity_emails_id);

create index entity_phones_by_created_at on entity_phones (created_at, entity_phones_id);
create index entity_phones_by_updated_at on entity_phones (updated_at, entity_phones_id);
create index entity_phones_by_phone_number on entity_phones (phone_number, entity_phones_id);
create index entity_phones_by_phone_type on entity_phones (phone_type, entity_phones_id);
create index entity_phones_by_prime on entity_phones (prime, entity_phones_id);
create index entity_phones_by_object_ref on entity_phones (object_ref, entity_phones_id);
create index device_types_by_device_type on device_types (device_type, device_type_id);

-- Within one company.
create index devices_of_company_by_public_id on devices (company_id, public_id, device_id);
create index devices_of_company_by_label on devices (company_id, label, device_id);
create index devices_of_company_by_label_down on devices (company_id, label desc nulls last, device_id desc);
create index devices_of_company_by_status on devices (company_id, status, device_id);
create index devices_of_company_by_device_type_id on devices (company_id, device_type_id, device_id);
create index devices_of_company_by_created_at on devices (company_id, created_at, device_id);
create index devices_of_company_by_updated_at on devices (company_id, updated_at, device_id);
create index alerts_of_company_by_opened_at on alerts (company_id, opened_at, alert_id);
create index alerts_of_device_by_opened_at on alerts (device_id, opened_at, alert_id);
create index users_of_company_by_username on users (company_id, username, user_id);
create index people_of_company_by_combined_name on people (company_id, combined_name, people_id);
create index tags_of_company_by_tag on tags (company_id, tag, tag_id);
create index mails_of_company_by_queued_at_down on mails (company_id, queued_at desc nulls last, mail_id desc);
create index subscriptions_of_company_by_plan_name on subscriptions (company_id, plan_name, id);
create index login_attempts_by_attempted_at on login_attempts (attempted_at, login_attempt_id);
create index login_attempts_by_attempted_at_down on login_attempts (attempted_at desc nulls last, login_attempt_id desc);

-- Each of these is the beginning of one above.
drop index devices_company;
drop index devices_type;
drop index alerts_company;
drop index alerts_device;
drop index alerts_opened;
drop index transaction_documents_device;
drop index work_orders_device;
drop index users_company;
drop index people_company;
drop index subscriptions_company;
drop index subscriptions_end;
drop index mails_queued;
drop index login_attempts_at;

-- Entries of the same moment follow the direction as all others do.
drop index audit_entries_at;
drop index audit_entries_user;
drop index audit_entries_on_behalf_of;
drop index audit_entries_resource;
drop index audit_entries_action;
drop index audit_entries_company;
create index audit_entries_at on audit_entries (at, audit_id);
create index audit_entries_user on audit_entries (user_id, at, audit_id);
create index audit_entries_on_behalf_of on audit_entries (on_behalf_of, at, audit_id) where on_behalf_of is not null;
create index audit_entries_resource on audit_entries (resource, at, audit_id);
create index audit_entries_action on audit_entries (action, at, audit_id);
create index audit_entries_company on audit_entries (company_id, at, audit_id);
