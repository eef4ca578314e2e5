-- Where a network publishes at an external broker.
alter table connections add column mqtt_topic varchar(200);
create index connections_mqtt_topic on connections (mqtt_topic) where mqtt_topic is not null;
