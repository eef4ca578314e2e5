-- The database judges time zones when they are saved: what it does not know, or reads in another way than people and
-- the runtime do, it could not reckon with later.

-- Names that are an abbreviation here mean a fixed offset, whatever the season: PST is no time of Los Angeles.
create function is_time_zone(zone text) returns boolean language plpgsql stable strict as $$
begin
  perform now() at time zone zone;
  return zone ~ '^[A-Za-z]' and (upper(zone) in ('UTC', 'GMT')
    or not exists (select from pg_timezone_abbrevs where abbrev = upper(zone)));
exception when invalid_parameter_value then
  return false;
end $$;

-- The clock on the wall of a zone; null where there is no such zone, so that one of them stops no list of many.
create function clock_in(zone text, at timestamptz) returns timestamp language plpgsql stable as $$
begin
  return at at time zone zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- Names of an old list that the runtime still takes: the places they stand for there.
create temporary table old_zones (name text primary key, place text not null) on commit drop;
insert into old_zones values
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
  ('ART', 'Africa/Cairo'), ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'),
  ('CAT', 'Africa/Harare'), ('CET', 'Europe/Brussels'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'),
  ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Addis_Ababa'), ('ECT', 'Europe/Paris'), ('EET', 'Europe/Athens'),
  ('EST', 'America/Panama'), ('HST', 'Pacific/Honolulu'), ('IET', 'America/Indiana/Indianapolis'),
  ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MET', 'Europe/Brussels'), ('MIT', 'Pacific/Apia'),
  ('MST', 'America/Phoenix'), ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'),
  ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'),
  ('SST', 'Pacific/Guadalcanal'), ('VST', 'Asia/Ho_Chi_Minh'), ('WET', 'Europe/Lisbon');

update settings s set value = to_jsonb(coalesce(
    (select place from old_zones where name = upper(s.value #>> '{}')), 'America/Detroit'))
  where setting_key = 'time_zone' and not is_time_zone(value #>> '{}');
update people p set user_time_zone = coalesce(
    (select place from old_zones where name = upper(p.user_time_zone)),
    (select value #>> '{}' from settings where setting_key = 'time_zone'), 'America/Detroit')
  where not is_time_zone(user_time_zone);

create function refuse_time_zone() returns trigger language plpgsql as $$
declare
  zone text := case tg_table_name when 'people' then to_jsonb(new) ->> 'user_time_zone'
    else to_jsonb(new) -> 'value' #>> '{}' end;
begin
  if not is_time_zone(zone) then
    raise check_violation using message = 'no time zone of the database', constraint = 'time_zone',
      column = case tg_table_name when 'people' then 'user_time_zone' else 'time_zone' end;
  end if;
  return new;
end $$;
create trigger people_time_zone_new before insert on people
  for each row execute function refuse_time_zone();
create trigger people_time_zone before update of user_time_zone on people
  for each row when (old.user_time_zone is distinct from new.user_time_zone) execute function refuse_time_zone();
create trigger settings_time_zone before insert or update on settings
  for each row when (new.setting_key = 'time_zone') execute function refuse_time_zone();
