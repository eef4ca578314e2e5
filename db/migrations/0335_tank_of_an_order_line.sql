-- An order can be for one of several tanks that hold its product.
alter table transaction_document_details add column ordered_port_id bigint references device_ports (device_ports_id) on delete set null;
create index transaction_document_details_tank on transaction_document_details (ordered_port_id) where ordered_port_id is not null;

-- The tanks that a load is for: the one that it names, or that its order names, or those of the order's device that hold its grade.
create or replace function load_ports(port_id bigint, line_id bigint, load_product_id bigint) returns bigint[] language sql stable as $$
  select case when port_id is not null then array[port_id] else coalesce((
    select coalesce(array_agg(t.device_ports_id) filter (where t.device_ports_id = l.ordered_port_id),
      array_agg(t.device_ports_id order by t.device_ports_id))
    from transaction_document_details l join transaction_documents o using (document_id)
      join device_ports t on t.device_id = o.device_id and t.active = 1 and t.def_liters > 0
      join tank_products held on held.product_id = t.product_id
      join tank_products brought on brought.product_id = load_product_id
    where l.document_detail_id = line_id
      and lower(coalesce(held.grade, held.product_name)) = lower(coalesce(brought.grade, brought.product_name))), '{}')
  end
$$;
