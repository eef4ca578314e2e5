-- What refers to what. Companies, people and files refer to each other, so this comes when all tables are there.

alter table undo_entries
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table saved_views
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (company_id) references companies (company_id);

alter table default_views
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (company_id) references companies (company_id),
  add foreign key (saved_view_id) references saved_views (saved_view_id) on delete cascade;

alter table options
  add foreign key (category_id) references options_categories (category_id);

alter table exchange_rates
  add foreign key (from_currency_id) references currencies (currency_id),
  add foreign key (to_currency_id) references currencies (currency_id);

alter table bank_accounts
  add foreign key (currency_id) references currencies (currency_id);

alter table companies
  add foreign key (parent_id) references companies (company_id),
  add foreign key (currency_id) references currencies (currency_id),
  add foreign key (payment_term_id) references payment_terms (payment_term_id),
  add foreign key (logo_id) references files (file_id);

alter table people
  add foreign key (company_id) references companies (company_id),
  add foreign key (photo_id) references files (file_id);

alter table departments
  add foreign key (company_id) references companies (company_id),
  add foreign key (parent_department_id) references departments (department_id),
  add foreign key (manager_id) references people (people_id),
  add foreign key (location_id) references entity_addresses (entity_addresses_id);

alter table users
  add foreign key (company_id) references companies (company_id),
  add foreign key (people_id) references people (people_id),
  add foreign key (department_id) references departments (department_id);

alter table accounts
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (company_id) references companies (company_id);

alter table sessions
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (account_id) references accounts (account_id) on delete cascade,
  add foreign key (impersonator_session_id) references sessions (session_id) on delete cascade;

alter table login_attempts
  add foreign key (company_id) references companies (company_id) on delete set null;

alter table access_codes
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (people_id) references people (people_id) on delete cascade,
  add foreign key (issued_by) references users (user_id) on delete cascade,
  add foreign key (issued_in) references companies (company_id) on delete cascade,
  add foreign key (sign_up_id) references sign_ups (sign_up_id) on delete cascade;

alter table sign_ups
  add foreign key (company_id) references companies (company_id) on delete set null,
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (decided_by) references users (user_id) on delete set null;

alter table totp_secrets
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table passkeys
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table recovery_codes
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table sign_in_challenges
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table badges
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (issued_by) references users (user_id) on delete set null;

alter table letter_files
  add foreign key (letter_id) references letters (letter_id) on delete cascade;

alter table mails
  add foreign key (company_id) references companies (company_id) on delete cascade,
  add foreign key (letter_id) references letters (letter_id);

alter table user_notifications
  add foreign key (user_id) references users (user_id) on delete cascade,
  add foreign key (notification_id) references notifications (notification_id) on delete cascade;

alter table daily_digests
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table tank_specs
  add foreign key (manufacturer_id) references tank_manufacturers (manufacturer_id),
  add foreign key (tank_type_id) references tank_types (tank_type_id);

alter table tank_products
  add foreign key (company_id) references companies (company_id);

alter table product_names
  add foreign key (product_id) references tank_products (product_id) on delete cascade,
  add foreign key (company_id) references companies (company_id) on delete cascade;

alter table tags
  add foreign key (company_id) references companies (company_id);

alter table devices
  add foreign key (company_id) references companies (company_id),
  add foreign key (device_type_id) references device_types (device_type_id),
  add foreign key (firmware_version_id) references firmware_versions (firmware_version_id),
  add foreign key (mobile_provider_id) references mobile_providers (mobile_provider_id);

alter table device_tags
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (tag_id) references tags (tag_id) on delete cascade;

alter table device_ownerships
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (company_id) references companies (company_id);

alter table device_ports
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (product_id) references tank_products (product_id),
  add foreign key (tank_type_id) references tank_types (tank_type_id),
  add foreign key (sensor_type_id) references sensor_types (sensor_type_id),
  add foreign key (template) references tank_specs (tank_spec_id);

alter table device_commands
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (queued_by) references users (user_id);

alter table port_states
  add foreign key (device_id) references devices (device_id) on delete cascade;

alter table device_states
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (company_id) references companies (company_id);

alter table tank_changes
  add foreign key (device_id) references devices (device_id) on delete cascade;

alter table recomputations
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (device_ports_id) references device_ports (device_ports_id) on delete cascade,
  add foreign key (requested_by) references users (user_id) on delete set null;

alter table alerts
  add foreign key (device_id) references devices (device_id) on delete cascade,
  add foreign key (company_id) references companies (company_id),
  add foreign key (acknowledged_by) references users (user_id);

alter table alert_events
  add foreign key (alert_id) references alerts (alert_id) on delete cascade,
  add foreign key (user_id) references users (user_id);

alter table transaction_documents
  add foreign key (company_id) references companies (company_id),
  add foreign key (device_id) references devices (device_id),
  add foreign key (payment_term_id) references payment_terms (payment_term_id),
  add foreign key (currency_id) references currencies (currency_id),
  add foreign key (shipping_carrier_id) references companies (company_id),
  add foreign key (source_document_id) references transaction_documents (document_id),
  add foreign key (vendor_id) references companies (company_id),
  add foreign key (department_id) references departments (department_id);

alter table transaction_document_details
  add foreign key (document_id) references transaction_documents (document_id) on delete cascade,
  add foreign key (product_id) references tank_products (product_id),
  add foreign key (unit_id) references units_of_measure (id),
  add foreign key (source_detail_id) references transaction_document_details (document_detail_id) on delete set null;

alter table payments
  add foreign key (document_id) references transaction_documents (document_id),
  add foreign key (currency_id) references currencies (currency_id),
  add foreign key (user_id) references users (user_id),
  add foreign key (reversed_by) references users (user_id);

alter table tanker_trucks
  add foreign key (company_id) references companies (company_id),
  add foreign key (driver_id) references people (people_id);

alter table shipment_planners
  add foreign key (company_id) references companies (company_id),
  add foreign key (truck_id) references tanker_trucks (truck_id),
  add foreign key (trailer_id) references tanker_trucks (truck_id),
  add foreign key (delivered_by) references people (people_id);

alter table shipment_planner_details
  add foreign key (shipment_id) references shipment_planners (shipment_id) on delete cascade,
  add foreign key (product_id) references tank_products (product_id),
  add foreign key (document_detail_id) references transaction_document_details (document_detail_id) on delete set null,
  add foreign key (device_ports_id) references device_ports (device_ports_id) on delete set null,
  add foreign key (company_id) references companies (company_id),
  add foreign key (unit_id) references units_of_measure (id),
  add foreign key (delivered_unit_id) references units_of_measure (id);

alter table shipment_signatures
  add foreign key (shipment_id) references shipment_planners (shipment_id),
  add foreign key (user_id) references users (user_id);

alter table shipment_overrules
  add foreign key (shipment_id) references shipment_planners (shipment_id) on delete cascade,
  add foreign key (shipment_detail_id) references shipment_planner_details (shipment_detail_id) on delete cascade,
  add foreign key (user_id) references users (user_id);

alter table subscriptions
  add foreign key (company_id) references companies (company_id),
  add foreign key (device_id) references devices (device_id);

alter table work_orders
  add foreign key (device_id) references devices (device_id),
  add foreign key (wo_requested_by) references people (people_id),
  add foreign key (outbound_carrier_id) references companies (company_id),
  add foreign key (performed_by) references people (people_id);

alter table help_translations
  add foreign key (help_article_id) references help_articles (help_article_id) on delete cascade;

alter table help_votes
  add foreign key (help_article_id) references help_articles (help_article_id) on delete cascade,
  add foreign key (user_id) references users (user_id) on delete cascade;

alter table data_import_logs
  add foreign key (user_id) references users (user_id) on delete set null,
  add foreign key (company_id) references companies (company_id) on delete cascade,
  add foreign key (primary_table_id) references sql_tables (table_id) on delete set null;

alter table sql_fields
  add foreign key (table_id) references sql_tables (table_id) on delete cascade;

alter table sql_relationships
  add foreign key (field_id) references sql_fields (field_id) on delete cascade,
  add foreign key (reference_column_id) references sql_fields (field_id) on delete cascade;

alter table forms
  add foreign key (primary_table_id) references sql_tables (table_id),
  add foreign key (sub_form_id) references forms (form_id);
