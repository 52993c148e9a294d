-- A file attached to a note: a document below the note, without an audience or an archive state of its own. So whoever can
-- see the note can see it, and it moves, is archived and goes to the trash with the note.
alter table document add column is_attachment boolean not null default false;
alter table document add constraint document_attachment check (
  not is_attachment
  or (root_id is null and parent_key is not null and own_audience_id is null and archived_here is null)
);
-- Rows of the trash are restored with the columns that they have.
update trashed_note set document = document || '{"is_attachment": false}';
