-- Whoever is of staff may act as who may do no more than they. Only a template that an installation has already is added to: a new
-- one begins with it.
update permission_templates set permissions = permissions || '["users.impersonate"]', updated_at = now()
where login_type_id = 'employee' and not permissions ? 'users.impersonate';
