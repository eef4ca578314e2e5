-- A mail is taken for a while, not for good: who was killed with it in hand loses nothing. `handed_over_at` tells what
-- certainly never left from what may have arrived.
alter table mails rename column claimed_at to leased_until;
alter table mails add column handed_over_at timestamptz;
-- What an earlier release had in hand may have been sent: it is tried again, as such.
update mails set handed_over_at = leased_until where leased_until is not null;
