-- The company that sells to another: the nearest distributor above it, else the business itself.
create function seller_of(company_id bigint) returns bigint language sql stable as $$
  with recursive above as (
    select c.parent_id, 1 as height from companies c where c.company_id = $1
    union all
    select c.parent_id, a.height + 1 from companies c join above a on c.company_id = a.parent_id where a.height < 100
  ) select coalesce((
    select c.company_id from above a join companies c on c.company_id = a.parent_id
    where c.organisation_type_id = 2 order by a.height limit 1), 1)
$$;

-- Every document names its seller, also where the release before writes it.
alter table transaction_documents add column seller_id bigint references companies (company_id);
update transaction_documents d set seller_id = s.seller_id
from (select c.company_id, seller_of(c.company_id) as seller_id from companies c) s
where s.company_id = d.company_id;
-- beside the release before: a trigger names the seller.
alter table transaction_documents alter column seller_id set not null;
create index transaction_documents_seller on transaction_documents (seller_id, document_id);

create function name_seller() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.company_id is not distinct from old.company_id then return new; end if;
  if tg_op = 'UPDATE' or new.seller_id is null then new.seller_id := seller_of(new.company_id); end if;
  return new;
end $$;
create trigger transaction_documents_seller before insert or update of company_id
  on transaction_documents for each row execute function name_seller();
