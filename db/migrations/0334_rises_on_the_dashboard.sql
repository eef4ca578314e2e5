-- The part shows what sensors have seen rise, with or without a delivery. A name that an office has chosen stays.
update dashboard_widgets set name = 'Rises seen by sensors' where name_alias = 'deliveries' and name = 'Deliveries';
