-- Connections keep data sources in step with their origin: a folder, a Git repository, a web site.
create table connection (
  org_id text not null references organization on delete cascade,
  id text not null,
  kind text not null,
  name text not null,
  root_id text not null,
  settings jsonb not null,
  -- JSON, encrypted (identity/secret-encryption.ts); null: there are none.
  secrets text,
  -- Minutes between two runs; null: runs on request only.
  every_minutes integer check (every_minutes between 1 and 44640),
  -- Where the next listing continues; null: it lists everything.
  cursor text,
  -- Where an interrupted listing continues, and when it was reached.
  checkpoint text,
  checkpoint_at timestamptz(3),
  -- Number of the current listing. Items with another one were not seen in it.
  pass bigint not null default 0,
  state text not null default 'idle' check (state in ('idle', 'waiting', 'running')),
  is_cancelled boolean not null default false,
  -- An admin has confirmed that the next run removes everything that the origin no longer lists.
  allows_removals boolean not null default false,
  -- Of the current run, or the last one.
  run_id text,
  outcome text check (outcome in ('done', 'failed', 'cancelled')),
  last_error text,
  failures integer not null default 0,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  next_run_at timestamptz(3),
  listed integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  -- Items that the origin no longer lists, kept until an admin confirms their removal.
  held_removals integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, root_id),
  foreign key (org_id, root_id) references data_source (org_id, id) on delete cascade
);

-- The items of an origin as last seen. A row comes before its document and goes after it.
create table connection_item (
  org_id text not null,
  connection_id text not null,
  item_id text not null,
  -- '' until the item has been read.
  version text not null default '',
  title text not null default '',
  seen_pass bigint not null,
  -- Why the item has no text.
  problem text,
  primary key (org_id, connection_id, item_id),
  foreign key (org_id, connection_id) references connection on delete cascade
);
create index connection_item_problem on connection_item (org_id, connection_id, item_id) where problem is not null;

-- Only the service itself reads them: no policy lets lorewell_reader in.
alter table connection enable row level security;
alter table connection_item enable row level security;

-- An audience within another one: the readers that an origin names, as far as they are readers of the data source, too.
alter table audience
  add column within_audience_id bigint,
  -- The names at the origin, `user:EMAIL` and `group:NAME`. Members and groups are looked up again with each run.
  add column origin_readers text[],
  add column origin_hash bytea,
  add foreign key (org_id, within_audience_id) references audience (org_id, id) on delete cascade,
  add check ((within_audience_id is null) = (origin_readers is null) and (origin_readers is null) = (origin_hash is null));
create unique index audience_origin on audience (org_id, within_audience_id, origin_hash) where within_audience_id is not null;

-- Both barriers leave out an audience within another one that the member isn't in.
create or replace function visible_audiences() returns bigint[]
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
      where m.org_id = current_setting('lorewell.org', true)
        and m.id = current_setting('lorewell.member', true)
        and m.disabled_at is null
    )
    select coalesce(array_agg(o.audience_id), '{}')
    from own o join audience a on a.org_id = o.org_id and a.id = o.audience_id
    where a.within_audience_id is null or a.within_audience_id in (select audience_id from own)
  );
end $$;

create or replace function resolve_credential(
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
  own_audiences bigint[];
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

  own_audiences := array(
    select distinct p.audience_id from audience_principal p
    where p.org_id = owner_org and p.principal = any (
      array['everyone', 'user:' || owner_member]
      || array(select 'group:' || t.team_id from team_member t where t.org_id = owner_org and t.member_id = owner_member)
    )
  );
  audience_ids := to_json(array(
    select a.id from audience a
    where a.org_id = owner_org and a.id = any (own_audiences)
      and (a.within_audience_id is null or a.within_audience_id = any (own_audiences))
  ));
  return next;
end $$;
