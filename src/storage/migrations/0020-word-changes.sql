-- Whose words have changed, and in which transaction, as for vectors: each server reads here what it has not seen yet.
create table word_change (
  changed xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  org_id text not null,
  document_key bigint not null
);
create index word_change_by_transaction on word_change (changed);

create function note_word_change() returns trigger language plpgsql as $$
begin
  insert into word_change (org_id, document_key) select distinct org_id, document_key from touched;
  return null;
end $$;
create trigger words_inserted after insert on chunk
  referencing new table as touched for each statement execute function note_word_change();
create trigger words_updated after update on chunk
  referencing new table as touched for each statement execute function note_word_change();
create trigger words_deleted after delete on chunk
  referencing old table as touched for each statement execute function note_word_change();
