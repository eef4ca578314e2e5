-- The department of a user is one of the departments there are; what was typed before there were any is let go.
update users set department_id = null
  where not exists (select from departments d where d.department_id = users.department_id);
alter table users alter column department_id type bigint;
alter table users add foreign key (department_id) references departments (department_id);
create index users_department on users (department_id);
create index users_people on users (people_id);
