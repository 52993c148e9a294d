-- Each vector once more with eight bits a number: what the servers keep in memory and compare with.
alter table chunk_vector add column code bytea;
alter table chunk_vector alter column code set storage main;
alter table archived_chunk add column code bytea;

create function pg_temp.coded(embedding vector) returns bytea language sql as $$
  select string_agg(set_byte('\x00'::bytea, 0, (round(value / nullif(most, 0) * 127)::int + 256) % 256), ''::bytea order by place)
  from unnest(embedding::real[]) with ordinality as n (value, place),
    (select max(abs(m)) as most from unnest(embedding::real[]) m) scale
$$;
update chunk_vector set code = pg_temp.coded(embedding);
update archived_chunk set code = pg_temp.coded(embedding) where embedding is not null;
alter table chunk_vector alter column code set not null;

-- Whose vectors have changed, and in which transaction: each server reads here what it has not seen yet. Rows older
-- than a day are of no use to anybody.
create table vector_change (
  changed xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  org_id text not null,
  document_key bigint not null
);
create index vector_change_by_transaction on vector_change (changed);

create function note_vector_change() returns trigger language plpgsql as $$
begin
  insert into vector_change (org_id, document_key) select distinct org_id, document_key from touched;
  return null;
end $$;
create trigger vector_inserted after insert on chunk_vector
  referencing new table as touched for each statement execute function note_vector_change();
create trigger vector_updated after update on chunk_vector
  referencing new table as touched for each statement execute function note_vector_change();
create trigger vector_deleted after delete on chunk_vector
  referencing old table as touched for each statement execute function note_vector_change();
