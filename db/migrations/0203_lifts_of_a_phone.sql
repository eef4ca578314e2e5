-- A lift that a driver told without a network: by its event it counts once.
alter table lift_tickets add column event_id uuid unique references driver_events (event_id);
