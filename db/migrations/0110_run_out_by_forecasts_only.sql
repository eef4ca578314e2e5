-- A reading names the columns of the forecast without changing them: then there is nothing to renew.
drop trigger port_states_run_out on port_states;
create trigger port_states_run_out after update of days_to_empty, forecast_at on port_states
  for each row when ((old.days_to_empty, old.forecast_at) is distinct from (new.days_to_empty, new.forecast_at))
  execute function device_run_out();
create trigger port_states_gone after delete on port_states
  for each row execute function device_run_out();
