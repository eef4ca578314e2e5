-- Answers that hold a secret are no longer kept; those that were kept until now go.
delete from idempotency_keys
where request like 'POST /api/people/%/invite %' or request like 'POST /api/bank_accounts/%/reveal %';
