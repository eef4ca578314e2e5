-- When the identity provider authenticated the user of a session by single sign-on; 1970 if it does not say.
alter table sessions add column authenticated_at timestamptz;
