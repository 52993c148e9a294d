-- Notes that new notes can start from.
alter table document add column is_template boolean not null default false;
alter table document add constraint document_template check (not is_template or (root_id is null and not is_attachment));
create index document_template on document (org_id) where is_template;
-- Rows of the trash are restored with the columns that they have.
update trashed_note set document = document || '{"is_template": false}';

-- Ids of the notes that a text links to, as they stand in the address: in Markdown, in HTML and as a plain address. The length
-- is limited because an index entry is.
create function linked_note_ids(content text) returns text[]
language sql immutable parallel safe
as $$
  select case when content like '%/notes/%' then
    coalesce((
      select array_agg(distinct left(m[1], 600))
      from regexp_matches(content, '(?:\]\(<?|href=["'']|https?://[^/\s()<>"'']+)/notes/([^\s()<>"''#?/]+)', 'g') m
    ), '{}')
  else '{}' end
$$;
create index document_linked_note_ids on document using gin (linked_note_ids(content)) where root_id is null;
