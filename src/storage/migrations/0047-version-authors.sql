-- The member who wrote the text of a note: the current one, and each earlier version. Null: an import, an operator, a text
-- from before this migration, or a deleted member.
alter table document add column edited_by text;
alter table document_version add column written_by text;
create index document_by_author on document (org_id, edited_by) where edited_by is not null;
create index document_version_by_author on document_version (org_id, written_by) where written_by is not null;

-- Ids can be given again: no text must become that of another person.
create function remove_author() returns trigger language plpgsql as $$
begin
  update document set edited_by = null where org_id = old.org_id and edited_by = old.id;
  update document_version set written_by = null where org_id = old.org_id and written_by = old.id;
  update trashed_note set document = document || '{"edited_by": null}'
    where org_id = old.org_id and document->>'edited_by' = old.id;
  update trashed_version set version = version || '{"written_by": null}'
    where org_id = old.org_id and version->>'written_by' = old.id;
  return null;
end $$;
create trigger member_author_removed after delete on member for each row execute function remove_author();
