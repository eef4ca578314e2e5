-- What people search by, so that a part of a word is found in a million rows (trigrams).
create index companies_search on companies using gin (company_short gin_trgm_ops, website gin_trgm_ops, account_number gin_trgm_ops);
create index people_search on people using gin (combined_name gin_trgm_ops, nick_name gin_trgm_ops, job_title gin_trgm_ops);
create index users_search on users using gin (username gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops);
create index tags_search on tags using gin (tag gin_trgm_ops);
create index tank_products_search on tank_products using gin (product_name gin_trgm_ops);
