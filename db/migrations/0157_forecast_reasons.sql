-- Why a tank's forecast says what it says: the model that is believed most and what it has found. It is read whole.
alter table port_states add column forecast_because json;
