-- The person behind a secret, with everything that a request needs to know of them. It runs with every request, and
-- planning it each time cost more than running it: a function keeps its plans for the life of the connection.
-- The audiences are computed here apart from visible_audiences(): two barriers, not one twice.
create function person_behind(
  via text,            -- 'api-key', 'bearer' (an API key or an access token), 'session' or 'email'
  secret_hash bytea,
  at timestamptz,
  wanted_email text default null,
  wanted_org text default null
) returns table (
  kind text, credential_id text, resource text, used_at timestamptz, expires_at timestamptz,
  org_id text, org_name text, domain text, ask_enabled boolean,
  member_id text, email text, name text, role text, audience_ids json
)
language plpgsql stable
-- A plan made while the tables were empty would read them whole for ever.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  owner_org text;
  owner_member text;
begin
  if via = 'session' then
    select s.org_id, s.member_id, 'session', encode(s.hash, 'hex'), s.expires_at
      into owner_org, owner_member, kind, credential_id, expires_at
      from browser_session s where s.hash = secret_hash and s.expires_at > at;
  elsif via = 'email' then
    -- Nobody, where several organizations have a member of that address and none of them is named.
    select min(m.org_id), min(m.id), 'token', wanted_email
      into owner_org, owner_member, kind, credential_id
      from member m
      where m.email = wanted_email and m.disabled_at is null and (wanted_org is null or m.org_id = wanted_org)
      having count(*) = 1;
  else
    select k.org_id, k.member_id, 'api-key', k.id, k.last_used_at
      into owner_org, owner_member, kind, credential_id, used_at
      from api_key k where k.hash = secret_hash and k.revoked_at is null;
    if owner_member is null and via = 'bearer' then
      select r.org_id, r.member_id, 'token', encode(r.id_hash, 'hex'), r.payload ->> 'aud', r.expires_at
        into owner_org, owner_member, kind, credential_id, resource, expires_at
        from oauth_record r where r.kind = 'AccessToken' and r.id_hash = secret_hash and r.expires_at > at;
    end if;
  end if;
  if owner_member is null then return; end if;

  select m.org_id, o.name, o.domain, o.ask_enabled, m.id, m.email, m.name, m.role
    into org_id, org_name, domain, ask_enabled, member_id, email, name, role
    from member m join organization o on o.id = m.org_id
    where m.org_id = owner_org and m.id = owner_member and m.disabled_at is null;
  if member_id is null then return; end if;

  audience_ids := to_json(array(
    select distinct p.audience_id from audience_principal p
    where p.org_id = owner_org and p.principal = any (
      array['everyone', 'user:' || owner_member]
      || array(select 'group:' || t.team_id from team_member t where t.org_id = owner_org and t.member_id = owner_member)
    )
  ));
  return next;
end $$;
