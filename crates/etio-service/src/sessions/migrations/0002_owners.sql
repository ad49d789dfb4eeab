-- Whose a session is, and how much room it takes up.
alter table etio_sessions add column owner text not null default '';
alter table etio_sessions add column size bigint not null default 0;
