-- Who can edit a note, among the people who can see it: everyone, user:<member id>, group:<team id>. Null: everyone who can
-- see it. Not an audience, because every query for content filters by all audiences of its reader.
alter table document
  -- The list of this note; null: inherited.
  add column own_editors text[],
  -- What holds: its own list, or that of the nearest note above it that has one.
  add column editors text[],
  -- The member who verified the note.
  add column verified_by text,
  add column verified_at timestamptz(3);
alter table document add constraint document_editors check (
  (own_editors is null or own_editors = editors)
  and (root_id is null or (own_editors is null and editors is null))
  and (not is_attachment or own_editors is null)
);
create index document_with_editors on document (org_id, key) where editors is not null;
create index document_by_verifier on document (org_id, verified_by) where verified_by is not null;

alter table audit_event add column editors_before text[];
alter table audit_event add column editors_after text[];

-- The names under which lists can include a member, in the snapshot of the statement that asks; null if suspended.
create function member_principals(of_org text, of_member text) returns text[]
language plpgsql stable security definer
set search_path = pg_catalog, public
-- A plan made while the tables were empty would read them whole for ever.
set enable_seqscan = off
as $$
begin
  return (
    select array['everyone', 'user:' || m.id]
      || array(select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id)
    from member m where m.org_id = of_org and m.id = of_member and m.disabled_at is null
  );
end $$;

-- The directory is open to the whole organization, so a name reveals nothing.
create function member_name(of_org text, of_member text) returns text
language plpgsql stable security definer
set search_path = pg_catalog, public
as $$
begin
  return (select m.name from member m where m.org_id = of_org and m.id = of_member);
end $$;

-- Whether a member can edit a note with this audience and these editors: only a note that they can see.
create function can_edit(of_org text, of_member text, of_audience bigint, of_editors text[]) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, public
set enable_seqscan = off
as $$
begin
  return exists (
      select from member m
      where m.org_id = of_org and m.id = of_member and m.disabled_at is null and m.role <> 'viewer')
    and of_audience = any (member_audiences(of_org, of_member))
    and (of_editors is null or of_editors && coalesce(member_principals(of_org, of_member), '{}'));
end $$;

-- The second barrier for writes. A transaction on behalf of a member names them; what the service lets them write must be
-- theirs to edit here, too.
create function guard_note_edit() returns trigger language plpgsql as $$
declare
  writer text := current_setting('lorewell.writer', true);
  is_text_same boolean;
begin
  if tg_op = 'INSERT' then
    if can_edit_below(new.org_id, writer, new.parent_key) then return new; end if;
  elsif tg_op = 'DELETE' then
    if can_edit(old.org_id, writer, old.audience_id, old.editors) then return old; end if;
  else
    if can_edit(old.org_id, writer, old.audience_id, old.editors)
      and (new.parent_key is not distinct from old.parent_key or can_edit_below(new.org_id, writer, new.parent_key))
    then return new; end if;
    is_text_same := (new.title, new.content_hash, new.owner, new.review_state, new.review_until, new.review_reason)
      is not distinct from (old.title, old.content_hash, old.owner, old.review_state, old.review_until, old.review_reason);
    if old.audience_id = any (member_audiences(old.org_id, writer)) then
      -- An admin changes who can see and edit a note, also where nobody is left to edit it.
      if is_text_same and new.parent_key is not distinct from old.parent_key and exists (
        select from member m where m.org_id = old.org_id and m.id = writer and m.disabled_at is null and m.role = 'admin')
      then return new; end if;
    -- A hidden subpage moves up when its parent is deleted.
    elsif is_text_same and new.own_audience_id is not distinct from old.own_audience_id then return new;
    end if;
  end if;
  raise insufficient_privilege using message = 'This member cannot edit the note';
end $$;

create function can_edit_below(of_org text, of_member text, of_parent bigint) returns boolean
language plpgsql stable as $$
begin
  return of_parent is null or exists (
    select from document p
    where p.org_id = of_org and p.key = of_parent and can_edit(p.org_id, of_member, p.audience_id, p.editors));
end $$;

create trigger note_insert_guarded before insert on document for each row
  when (coalesce(current_setting('lorewell.writer', true), '') <> '' and new.root_id is null and new.parent_key is not null)
  execute function guard_note_edit();
-- An empty hash: the placeholder of a document that is being written.
create trigger note_update_guarded before update on document for each row
  when (
    coalesce(current_setting('lorewell.writer', true), '') <> '' and old.root_id is null and old.content_hash <> ''
    and (old.title, old.content_hash, old.parent_key, old.own_audience_id, old.own_editors, old.owner, old.review_state,
        old.review_until, old.review_reason)
      is distinct from (new.title, new.content_hash, new.parent_key, new.own_audience_id, new.own_editors, new.owner,
        new.review_state, new.review_until, new.review_reason)
  )
  execute function guard_note_edit();
create trigger note_delete_guarded before delete on document for each row
  when (coalesce(current_setting('lorewell.writer', true), '') <> '' and old.root_id is null and old.content_hash <> '')
  execute function guard_note_edit();

-- Ids can be given again: a list must not keep one that is gone. A list that becomes empty lets nobody edit.
create function remove_editor() returns trigger language plpgsql as $$
declare
  removed text := tg_argv[0] || ':' || old.id;
begin
  update document set own_editors = array_remove(own_editors, removed), editors = array_remove(editors, removed)
    where org_id = old.org_id and editors is not null and removed = any (editors);
  update trashed_note set document = document
      || jsonb_build_object('editors', (document->'editors') - removed)
      || case when jsonb_typeof(document->'own_editors') = 'array'
        then jsonb_build_object('own_editors', (document->'own_editors') - removed) else '{}' end
    where org_id = old.org_id and jsonb_typeof(document->'editors') = 'array' and document->'editors' ? removed;
  if tg_argv[0] = 'user' then
    update document set verified_by = null where org_id = old.org_id and verified_by = old.id;
    update trashed_note set document = document || '{"verified_by": null}'
      where org_id = old.org_id and document->>'verified_by' = old.id;
  end if;
  return null;
end $$;
create trigger member_editor_removed after delete on member for each row execute function remove_editor('user');
create trigger team_editor_removed after delete on team for each row execute function remove_editor('group');
