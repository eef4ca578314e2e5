-- What an invoice or credit note sold, by delivery: its lines, each divided among the loads that brought its order, and a part without
-- goods. Amounts are net of the document's discount, before taxes, and add up to `total_amount`; litres add up to the lines.
create function sale_parts(id bigint) returns table (
  part integer, site_id bigint, product_id bigint, truck_id bigint, driver_id bigint, terminal_id bigint, bought_at timestamptz,
  litres numeric, amount numeric
) language sql stable as $$
  with document as (
    select o.*, g.goods, case when g.goods = 0 then 0 else g.goods - o.discount_amount end as net
    from transaction_documents o, lateral (select coalesce(sum(l.line_total), 0) as goods
      from transaction_document_details l where l.document_id = o.document_id) g
    where o.document_id = sale_parts.id),
  loads as (
    select o.site_id, l.product_id, l.sort_order, l.document_detail_id, l.quantity_liters, l.line_total, b.*,
      sum(b.share) over (w order by b.shipment_detail_id) as upto, sum(b.share) over w as whole,
      coalesce(b.moment, (o.document_date + time '12:00') at time zone business_time_zone()) as bought_at
    from document o join transaction_document_details l using (document_id)
      -- A load counts for each invoice of its order's line; the lift that loaded it says where and when the product was bought.
      left join lateral (
        select d.shipment_detail_id, s.truck_id, s.delivered_by as driver_id, coalesce(d.delivered_liters, d.delivered) as share,
          t.terminal_id, coalesce(t.lifted_at, p.done_at, s.delivered_at) as moment
        from shipment_planner_details d join shipment_planners s using (shipment_id) left join shipment_stops p using (stop_id)
          left join lateral (select t.terminal_id, t.lifted_at from lift_tickets t
            where t.shipment_id = d.shipment_id and t.product_id = d.product_id
              and not exists (select from lift_tickets n where n.correction_of = t.lift_ticket_id)
            order by t.lifted_at desc, t.lift_ticket_id limit 1) t on true
        where d.document_detail_id = l.source_detail_id and s.status_id = 4 and coalesce(d.delivered_liters, d.delivered) > 0) b on true
    window w as (partition by l.document_detail_id)),
  parts as (
    select n.*, coalesce(round(n.quantity_liters * n.upto / n.whole, 12) - round(n.quantity_liters * (n.upto - n.share) / n.whole, 12),
        n.quantity_liters) as litres,
      coalesce(round(n.line_total * n.upto / n.whole, 3) - round(n.line_total * (n.upto - n.share) / n.whole, 3), n.line_total) as worth
    from loads n),
  sums as (
    select p.*, row_number() over w as place, sum(p.worth) over w as total
    from parts p window w as (order by p.sort_order, p.document_detail_id, p.shipment_detail_id))
  select s.place::integer, s.site_id, s.product_id, s.truck_id, s.driver_id, s.terminal_id, s.bought_at, s.litres,
    coalesce(round(o.net * s.total / nullif(o.goods, 0), 3) - round(o.net * (s.total - s.worth) / nullif(o.goods, 0), 3), 0)
  from sums s cross join document o
  union all
  select 0, o.site_id, null, null, null, null, null, null, o.total_amount - o.net from document o where o.total_amount <> o.net
$$;

-- Cost of a quantity at the posted price in force at its terminal, or else at the average of those of the seller's terminals; null
-- without one of the last 31 days.
create function posted_cost(seller bigint, product bigint, terminal bigint, moment timestamptz, litres numeric) returns numeric
language sql stable as $$
  select round(posted_cost.litres
    * coalesce(avg(q.unit_price / u.factor) filter (where t.terminal_id = terminal), avg(q.unit_price / u.factor)), 3)
  from terminals t cross join lateral (select p.unit_price, p.unit_id from posted_prices p
      where p.company_id = seller and p.terminal_id = t.terminal_id and p.product_id = product
        and p.valid_from <= moment and p.valid_from > moment - interval '31 days'
      order by p.valid_from desc limit 1) q
    join units_of_measure u on u.id = q.unit_id and u.measure = 'volume'
$$;

-- The figures of reports: written when an entry of an invoice or credit note is posted or waits for an account.
create table sale_lines (
  entry_id bigint not null references journal_entries (entry_id),
  -- 0: charges, and what was credited without goods.
  part integer not null,
  seller_id bigint not null,
  -- The customer's, as in the journal.
  currency_id bigint not null,
  -- The day in the journal.
  day date not null,
  document_id bigint not null,
  company_id bigint not null,
  site_id bigint,
  product_id bigint,
  truck_id bigint,
  driver_id bigint,
  terminal_id bigint,
  -- When the product was lifted, or else delivered, or else billed.
  bought_at timestamptz,
  litres numeric,
  amount numeric(13, 3) not null,
  -- Null: not known, or the seller buys in another currency.
  cost numeric(13, 3),
  primary key (entry_id, part)
);
create index sale_lines_day on sale_lines (seller_id, day);
create index sale_lines_bought on sale_lines (seller_id, product_id, bought_at);

create view sale_facts as
select e.entry_id, p.part, e.seller_id, e.currency_id, coalesce(e.posted_on, e.dated) as day, e.source_id as document_id, e.company_id,
  p.site_id, p.product_id, p.truck_id, p.driver_id, p.terminal_id, p.bought_at, p.litres, p.amount,
  case when s.currency_id = e.currency_id then posted_cost(e.seller_id, p.product_id, p.terminal_id, p.bought_at, p.litres) end as cost
from journal_entries e join companies s on s.company_id = e.seller_id cross join lateral sale_parts(e.source_id) p
where e.kind in ('invoice', 'credit_note');

create function count_sales() returns trigger language plpgsql as $$
begin
  insert into sale_lines select f.* from after a join before b using (entry_id) cross join lateral (
    select f.* from sale_facts f where f.entry_id = a.entry_id) f
  where (a.posted_on, a.missing) is distinct from (b.posted_on, b.missing) and num_nonnulls(a.posted_on, a.missing) > 0
  on conflict (entry_id, part) do update set day = excluded.day;
  return null;
end $$;
create trigger journal_entries_sales after update on journal_entries
  referencing old table as before new table as after for each statement execute function count_sales();

-- A posted price that is added, changed or removed counts for what was bought while it was in force.
create function cost_sales() returns trigger language plpgsql as $$
begin
  update sale_lines s
  set cost = case when c.currency_id = s.currency_id then posted_cost(s.seller_id, s.product_id, s.terminal_id, s.bought_at, s.litres) end
  from changed p join companies c using (company_id)
  where s.seller_id = p.company_id and s.product_id = p.product_id and s.bought_at >= p.valid_from
    and s.bought_at < coalesce((select min(n.valid_from) from posted_prices n where n.company_id = p.company_id
      and n.terminal_id = p.terminal_id and n.product_id = p.product_id and n.valid_from > p.valid_from), 'infinity')
    and s.bought_at < p.valid_from + interval '31 days';
  return null;
end $$;
create trigger posted_prices_added after insert on posted_prices
  referencing new table as changed for each statement execute function cost_sales();
create trigger posted_prices_removed after delete on posted_prices
  referencing old table as changed for each statement execute function cost_sales();
create trigger posted_prices_left after update on posted_prices
  referencing old table as changed for each statement execute function cost_sales();
create trigger posted_prices_changed after update on posted_prices
  referencing new table as changed for each statement execute function cost_sales();

insert into sale_lines select * from sale_facts f
where f.entry_id in (select entry_id from journal_entries where num_nonnulls(posted_on, missing) > 0);
