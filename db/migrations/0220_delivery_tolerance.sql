-- Percent by which a delivery may differ from its plan before anybody is asked why. Left empty: that of the company above.
alter table companies add column delivery_tolerance numeric(5, 2);
