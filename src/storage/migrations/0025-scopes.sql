-- Scopes and expiry of API keys. Keys that exist keep every scope of their user (null).
alter table api_key
  add column scopes text[],
  add column expires_at timestamptz(3),
  -- The OAuth grant whose token created the key: the key ends with the grant's last token.
  add column grant_id text,
  -- The keys through which the key was created: it ends with any of them.
  add column created_by_keys text[] not null default '{}';

-- When a key that is not revoked ends: null for never, -infinity if it has ended with another credential.
create function api_key_end(k api_key) returns timestamptz
language plpgsql stable
as $$
declare
  grant_end timestamptz;
begin
  if cardinality(k.created_by_keys) > 0 and exists (
    select from api_key a where a.org_id = k.org_id and a.id = any (k.created_by_keys) and a.revoked_at is not null
  ) then
    return '-infinity';
  end if;
  if k.grant_id is null then return k.expires_at; end if;
  select max(r.expires_at) into grant_end from oauth_record r
    where r.grant_id = k.grant_id and r.kind in ('AccessToken', 'RefreshToken');
  return least(k.expires_at, coalesce(grant_end, '-infinity'));
end $$;

-- As before, with the scope of the credential and the end of a key. The scope is null where the credential names none.
drop function resolve_credential(text, bytea, timestamptz, text, text);
create function resolve_credential(
  via text,            -- 'api-key', 'bearer' (an API key or an access token), 'session' or 'email'
  secret_hash bytea,
  at timestamptz,
  wanted_email text default null,
  wanted_org text default null
) returns table (
  kind text, credential_id text, resource text, scope text, used_at timestamptz, expires_at timestamptz,
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
    select k.org_id, k.member_id, 'api-key', k.id, k.last_used_at, array_to_string(k.scopes, ' '), api_key_end(k)
      into owner_org, owner_member, kind, credential_id, used_at, scope, expires_at
      from api_key k where k.hash = secret_hash and k.revoked_at is null;
    if expires_at <= at then return; end if;
    if owner_member is null and via = 'bearer' then
      select r.org_id, r.member_id, 'token', encode(r.id_hash, 'hex'), r.payload ->> 'aud', r.payload ->> 'scope',
          r.expires_at
        into owner_org, owner_member, kind, credential_id, resource, scope, expires_at
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
