-- How wide the ranges of forecasts have to be so that eight times of ten it happens within them, by company and model: how many
-- widths of the range as the models told it, before and after the middle, nine of ten forecasts of the last months were off.
-- Without a company: of all; without a model too: of everything. Renewed once a day.
create table forecast_widths (
  company_id bigint,
  model text,
  scores integer not null,
  early real not null,
  late real not null,
  renewed_at timestamptz not null
);
create unique index forecast_widths_key on forecast_widths (company_id, model) nulls not distinct;

-- The months of which staff were told how right the forecasts had been.
create table forecast_digests (
  month date primary key,
  at timestamptz not null
);
