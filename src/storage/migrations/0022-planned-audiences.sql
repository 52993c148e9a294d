-- The same, planned once in a session: every statement of a reader asks for it, for each of its tables.
create or replace function visible_audiences() returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public
-- A plan made while the tables were empty would read them whole for ever.
set enable_seqscan = off
as $$
begin
  return (
    select coalesce(array_agg(distinct p.audience_id), '{}')
    from member m
    join audience_principal p on p.org_id = m.org_id and p.principal = any (
      array['everyone', 'user:' || m.id]
      || array(select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id)
    )
    where m.org_id = current_setting('lorewell.org', true)
      and m.id = current_setting('lorewell.member', true)
      and m.disabled_at is null
  );
end $$;
