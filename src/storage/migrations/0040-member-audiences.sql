-- The audiences of a member in the snapshot of the statement that asks, for the first barrier as visible_audiences() is for
-- the second.
create function member_audiences(of_org text, of_member text) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, public
-- A plan made while the tables were empty would read them whole for ever.
set enable_seqscan = off
as $$
begin
  return (
    with own as materialized (
      select distinct p.org_id, p.audience_id
      from member m
      join audience_principal p on p.org_id = m.org_id and p.principal = any (
        array['everyone', 'user:' || m.id]
        || array(select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id)
      )
      where m.org_id = of_org and m.id = of_member and m.disabled_at is null
    )
    select coalesce(array_agg(o.audience_id), '{}')
    from own o join audience a on a.org_id = o.org_id and a.id = o.audience_id
    where a.within_audience_id is null or a.within_audience_id in (select audience_id from own)
  );
end $$;

create or replace function visible_audiences() returns bigint[]
language plpgsql stable
as $$
begin
  return public.member_audiences(current_setting('lorewell.org', true), current_setting('lorewell.member', true));
end $$;
