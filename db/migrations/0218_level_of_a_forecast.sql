-- What the level of a tank was when its forecast was made, in L and as a name: a level that contradicts them makes the forecast anew.
alter table port_states add column forecast_volume real, add column forecast_level text;
