-- The address of a note's page in the app is computed when it is read: it changes with PUBLIC_URL. Null means that; an
-- address that somebody chose for a note stays, and an item always has one.
alter table document alter column url drop not null;
alter table document add constraint document_item_url check (root_id is null or url is not null);

-- Addresses that were computed when the note was written. Most ids need no percent-encoding; the loop encodes the others
-- as encodeURIComponent does.
update document set url = null
where root_id is null and id ~ '^[A-Za-z0-9_.!~*''()-]+$' and url ~ '^https?://[^/]+/notes/[^/?#]+$'
  and substring(url from '/notes/([^/?#]+)$') = id;

do $$
declare
  note record;
begin
  for note in
    select org_id, key, id, substring(url from '/notes/([^/?#]+)$') as encoded from document
    where root_id is null and id !~ '^[A-Za-z0-9_.!~*''()-]+$' and url ~ '^https?://[^/]+/notes/[^/?#]+$'
  loop
    if note.encoded = (
      select string_agg(
        case when letter ~ '[A-Za-z0-9_.!~*''()-]' then letter
          else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end,
        '' order by place)
      from regexp_split_to_table(note.id, '') with ordinality as letters (letter, place)
    ) then
      update document set url = null where org_id = note.org_id and key = note.key;
    end if;
  end loop;
end $$;
