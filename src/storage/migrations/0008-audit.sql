-- Who did what, to which resource, from where. Rows are only ever added.

-- No reference to organization or member: the record outlives both. org_id is '' where no organization is known, as for
-- a sign-in with an address that nobody has.
create table audit_event (
  org_id text not null,
  id bigint generated always as identity,
  at timestamptz(3) not null,
  -- Who, as they were called then; null: nobody was known.
  member_id text,
  email text,
  -- How they came in: 'api-key', 'session', 'token', 'password', 'terminal'; and which key it was.
  via text not null,
  key_id text,
  action text not null,
  resource text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  address text not null,
  user_agent text not null,
  request_id text not null,
  primary key (org_id, id)
);
create index audit_event_by_time on audit_event (org_id, at);

-- By rights, for every account that is not the database's owner; and by a trigger, which holds for that one, too.
revoke all on audit_event from public;
do $$
begin
  execute format('revoke update, delete, truncate on audit_event from %I', current_user);
end $$;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_kept before update or delete on audit_event
  for each row execute function refuse_rewriting();
create trigger audit_event_not_emptied before truncate on audit_event
  for each statement execute function refuse_rewriting();
alter table audit_event enable always trigger audit_event_kept;
alter table audit_event enable always trigger audit_event_not_emptied;
