-- A tank is brought what it needs unless somebody agreed otherwise: a site changes nothing by being written down.
alter table sites alter column contract set default 'automatic';
