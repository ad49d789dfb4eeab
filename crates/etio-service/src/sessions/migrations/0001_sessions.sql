create table etio_sessions (
    id text primary key,
    session jsonb not null,
    -- Seconds since 1970.
    expires bigint not null
);

create index etio_sessions_expires on etio_sessions (expires);
