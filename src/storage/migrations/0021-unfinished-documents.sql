-- A large document's passages are written a few at a time, so that others get their turn in between. Those behind
-- after_key are seen by nobody until the writer's last transaction takes the row away.
create table unfinished_document (
  org_id text not null,
  document_key bigint not null,
  after_key bigint not null,
  -- Whoever came last goes on; the one before finds another's name here, and stops.
  writer text not null,
  at timestamptz(3) not null,
  primary key (org_id, document_key),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);
alter table unfinished_document enable row level security;
create policy seen on unfinished_document for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true));
grant select on unfinished_document to lorewell_reader;

-- Asked only of the passages of documents that are being written: there are none nearly always.
create function is_written_ahead(org text, document bigint, passage bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from unfinished_document u
    where u.org_id = org and u.document_key = document and u.after_key < passage);
end $$;
alter policy seen on chunk using (
  org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[])
  and (
    document_key <> all (array(select u.document_key from unfinished_document u))
    or not is_written_ahead(org_id, document_key, key)
  )
);

-- Servers read the words of such passages when they are there for people to see, and not with every few that are written.
create function note_words_inserted() returns trigger language plpgsql as $$
begin
  insert into word_change (org_id, document_key)
  select distinct t.org_id, t.document_key from touched t
  where not exists (
    select from unfinished_document u where u.org_id = t.org_id and u.document_key = t.document_key);
  return null;
end $$;
create or replace trigger words_inserted after insert on chunk
  referencing new table as touched for each statement execute function note_words_inserted();
create trigger words_shown after delete on unfinished_document
  referencing old table as touched for each statement execute function note_word_change();

-- The audience of a document that is not there yet: nobody is ever in it.
alter table audience add column is_nobodys boolean not null default false;
create unique index audience_nobodys on audience (org_id) where is_nobodys;
