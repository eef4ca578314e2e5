-- What the owner of a product asks for one unit of it.
alter table tank_products add column list_price numeric(16, 6);
alter table tank_products add column list_price_unit_id bigint;
alter table tank_products add foreign key (list_price_unit_id) references units_of_measure (id);
-- A line without a price is not priced yet: its document does not leave the office.
alter table transaction_document_details
  add column unpriced smallint not null generated always as (case when unit_price = 0 then 1 else 0 end) stored;
