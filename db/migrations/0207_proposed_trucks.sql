-- The trucks for which rounds were asked for; nothing for all of them.
alter table dispatch_proposals add column truck_ids jsonb;
