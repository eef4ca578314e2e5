-- What a unit measures, and how much of the base unit (litre, kilogram, hour, piece) one of it is: exactly. `code` is
-- the name by which the product itself knows a unit, whatever people call it.
alter table units_of_measure add column measure varchar(40) not null default 'other';
alter table units_of_measure add column factor numeric(18, 9) check (factor > 0);
alter table units_of_measure add column code varchar(12);
create unique index units_of_measure_code on units_of_measure (code);

update units_of_measure set measure = 'system' where id in (1, 2);

-- The ids 1 and 2 are those of the two systems, on an empty database too. A unit that somebody named the same is taken on.
with known (place, code, unit, unit_abbrev, measure, factor) as (values
  (1, 'gal', 'US gallon', 'gal', 'volume', 3.785411784),
  (2, 'l', 'Litre', 'L', 'volume', 1),
  (3, 'm3', 'Cubic metre', 'm³', 'volume', 1000),
  (4, 'ea', 'Each', 'ea', 'count', 1),
  (5, 'h', 'Hour', 'h', 'time', 1),
  (6, 'kg', 'Kilogram', 'kg', 'mass', 1),
  (7, 'lb', 'Pound', 'lb', 'mass', 0.45359237)
)
insert into units_of_measure (id, code, unit, unit_abbrev, measure, factor)
  select greatest(2, (select max(id) from units_of_measure)) + place, code, unit, unit_abbrev, measure, factor from known
  on conflict (lower(unit)) do update
    set code = excluded.code, measure = excluded.measure, factor = excluded.factor, updated_at = now();
select setval(pg_get_serial_sequence('units_of_measure', 'id'), (select max(id) from units_of_measure));

-- The unit system in which a company orders: 1 imperial, 2 metric.
alter table companies add column unit_of_measure smallint check (unit_of_measure in (1, 2));

-- A company that was there before has that of its country: gallons in the United States, in the states and islands that use their units, and in Liberia.
update companies c set unit_of_measure = (
  select case when a.country_id in (11, 73, 92, 131, 140, 144, 150, 183, 186, 233, 240) then 1 else 2 end
  from entity_addresses a where a.object_ref = 'company' and a.object_id = c.company_id
  order by a.prime desc, a.entity_addresses_id limit 1);
-- Without an address: what most of its people use, then what the company above it has.
update companies c set unit_of_measure = (
  select p.unit_of_measure from people p where p.company_id = c.company_id
  group by p.unit_of_measure order by count(*) desc, p.unit_of_measure limit 1)
where unit_of_measure is null;
with recursive above as (
  select company_id, unit_of_measure, parent_id, 0 as steps from companies
  union all
  select below.company_id, c.unit_of_measure, c.parent_id, below.steps + 1
  from above below join companies c on c.company_id = below.parent_id
  where below.unit_of_measure is null and below.steps < 50
)
update companies c set unit_of_measure = coalesce(
  (select a.unit_of_measure from above a where a.company_id = c.company_id and a.unit_of_measure is not null
    order by a.steps limit 1), 1)
where unit_of_measure is null;
alter table companies alter column unit_of_measure set not null;

-- A new company is like the one above it, else like the business itself.
create function company_units() returns trigger language plpgsql as $$
begin
  new.unit_of_measure := coalesce(new.unit_of_measure,
    (select unit_of_measure from companies where company_id = new.parent_id),
    (select unit_of_measure from companies where company_id = 1), 1);
  return new;
end $$;
create trigger companies_units before insert on companies for each row execute function company_units();

-- The unit of a line, and of a volume its exact litres. What is stored was meant in the unit of the document's company.
alter table transaction_document_details add column unit_id bigint references units_of_measure (id);
alter table transaction_document_details add column quantity_liters numeric(28, 12);
create index transaction_document_details_unit on transaction_document_details (unit_id);

create function line_units() returns trigger language plpgsql as $$
begin
  if new.unit_id is null then
    new.unit_id := (select u.id from transaction_documents d join companies c using (company_id)
      join units_of_measure u on u.code = case c.unit_of_measure when 2 then 'l' else 'gal' end
      where d.document_id = new.document_id);
  end if;
  new.quantity_liters := (select new.quantity * u.factor from units_of_measure u
    where u.id = new.unit_id and u.measure = 'volume');
  return new;
end $$;
create trigger transaction_document_details_units before insert or update of quantity, unit_id
  on transaction_document_details for each row execute function line_units();
update transaction_document_details set quantity = quantity;
alter table transaction_document_details alter column unit_id set not null;
