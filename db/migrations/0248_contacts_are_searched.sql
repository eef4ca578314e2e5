-- A telephone number or an e-mail address is found by a part of it.
create index entity_phones_number_trgm on entity_phones using gin (phone_number gin_trgm_ops);
create index entity_emails_address_trgm on entity_emails using gin (email_address gin_trgm_ops);
