-- What an account may do depends on whether a company within its reach sells.
create trigger companies_access_by_type after update of organisation_type_id on companies for each row
  when (old.organisation_type_id is distinct from new.organisation_type_id) execute function tell_access();
