-- Notes as people keep them: archived with all that stands below, owned, listed in two orders.

-- Null: as the note above it. True: archived itself. False: in use although the note above is archived.
-- archived_at is what holds in the end, for every note.
alter table document add column archived_here boolean;

-- Where the passages of archived notes wait: out of reach of every search of chunk and chunk_vector, and put back with
-- their vectors when the note is used again.
create table archived_chunk (
  org_id text not null,
  document_key bigint not null,
  ordinal integer not null,
  heading text not null,
  body text not null,
  terms text not null,
  embed_hash bytea not null,
  space_id smallint,
  embedding vector,
  primary key (org_id, document_key, ordinal),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);

alter table archived_chunk enable row level security;
-- The reader's view of document is filtered already, and with it this one.
create policy seen on archived_chunk for select to lorewell_reader
  using (exists (select from document d where d.org_id = archived_chunk.org_id and d.key = archived_chunk.document_key));
grant select on archived_chunk to lorewell_reader;

create index document_notes_by_edit on document (org_id, edited_at, id) where root_id is null;
create index document_notes_by_position on document (org_id, position, id) where root_id is null;
create index document_by_owner on document (org_id, owner) where owner is not null;

-- An owner is 'user:<member id>' or 'group:<team id>'; a note does not keep one who is gone.
create function disown() returns trigger language plpgsql as $$
begin
  update document set owner = null where org_id = old.org_id and owner = tg_argv[0] || ':' || old.id;
  return null;
end $$;
create trigger member_disowned after delete on member for each row execute function disown('user');
create trigger team_disowned after delete on team for each row execute function disown('group');
