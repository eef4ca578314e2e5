-- What is expected to be used from now on, as it is drawn from simulated paths: it takes the place of the pattern of the
-- week, whose column goes with a later release. It is read whole. Every tank is forecast anew.
alter table port_states add column use_course json;
update port_states set forecast_at = null, use_pattern = null where forecast_at is not null or use_pattern is not null;
