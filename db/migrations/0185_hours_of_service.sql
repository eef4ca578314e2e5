-- How long the drivers of a company may drive; of a company that says nothing, the rule of the one above it is in force.
alter table companies add column hours_rule varchar(40)
  check (hours_rule in ('none', 'us_60_7', 'us_70_8', 'us_short_60_7', 'us_short_70_8', 'eu'));
