-- What a port's readings leave in memory is read and written whole with each uplink, and hardly ever asked for a part: as text it
-- is kept as it comes, where `jsonb` takes every number of it apart and puts it together again.
-- beside the release before: what it writes as jsonb is taken as json, and it reads parts of it by ->, which both have.
alter table port_states
  alter column trust_state type json using trust_state::json,
  alter column change_state type json using change_state::json;
