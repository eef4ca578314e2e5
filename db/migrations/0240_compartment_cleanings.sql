-- When a compartment of a vehicle was cleaned: what it carried before then forbids nothing any more.
create table compartment_cleanings (
  compartment_cleaning_id bigint generated always as identity primary key,
  truck_id bigint not null references tanker_trucks (truck_id) on delete cascade,
  place integer not null,
  cleaned_at timestamptz not null,
  user_id bigint references users (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index compartment_cleanings_place on compartment_cleanings (truck_id, place, cleaned_at);
create index compartment_cleanings_user on compartment_cleanings (user_id);
