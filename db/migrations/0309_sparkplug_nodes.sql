-- What the nodes of Sparkplug announced in their births: name and data type of each metric, by its alias.
create table connection_nodes (
  connection_id bigint not null references connections (connection_id) on delete cascade,
  -- Group and node, as in the topic.
  node varchar(200) not null,
  metric_names jsonb not null,
  primary key (connection_id, node)
);
