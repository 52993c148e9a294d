-- Work that outlives a request: the queue, answers asked for in the background, callbacks and their log.

-- org_id is '' for the service's own work, so it cannot point at an organization.
create table job (
  org_id text not null,
  id bigint generated always as identity,
  kind text not null,
  payload jsonb not null,
  -- At most one job of an organization and kind has it. A finished one is kept for a while, so that whoever enqueues
  -- the same work a second time does nothing.
  unique_key text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
  -- Waiting: when it may begin. Running: when the lease ends and another may take it over.
  due_at timestamptz(3) not null,
  lease text,
  -- Attempts that ended with a failure, and those that ended with the process.
  attempts integer not null default 0,
  lost_leases integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (org_id, id)
);
create unique index job_unique_key on job (org_id, kind, unique_key) where unique_key is not null;
-- The one index that the queue reads: waiting jobs and leases that ran out are found by the same condition.
create index job_due on job (kind, due_at, id) where state in ('waiting', 'running');
create index job_listing on job (org_id, state, id);

create function drop_jobs_of_organization() returns trigger language plpgsql as $$
begin
  delete from job where org_id = old.id;
  return null;
end $$;
create trigger organization_jobs after delete on organization
  for each row execute function drop_jobs_of_organization();

-- An answer that is computed after the request for it has returned.
create table pending_answer (
  org_id text not null,
  id text not null,
  member_id text not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  -- Gone once it is answered.
  request jsonb,
  result jsonb,
  failure jsonb,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, member_id) references member on delete cascade
);
create index pending_answer_by_age on pending_answer (created_at);
create index pending_answer_by_member on pending_answer (org_id, member_id);

-- The keys that callbacks are signed with. They sign, so they cannot be stored hashed.
create table callback_secret (
  org_id text not null references organization on delete cascade,
  id bigint generated always as identity,
  secret text not null,
  created_at timestamptz(3) not null,
  -- Null: the current one. A replaced one signs along until then.
  expires_at timestamptz(3),
  primary key (org_id, id)
);
create unique index callback_secret_current on callback_secret (org_id) where expires_at is null;

create table callback_delivery (
  org_id text not null,
  id text not null,
  member_id text not null,
  url text not null,
  -- Exactly what is posted; gone once it has arrived.
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, member_id) references member on delete cascade
);
create index callback_delivery_by_age on callback_delivery (created_at);
create index callback_delivery_listing on callback_delivery (org_id, created_at, id);
create index callback_delivery_by_member on callback_delivery (org_id, member_id);

create table callback_attempt (
  org_id text not null,
  delivery_id text not null,
  id bigint generated always as identity,
  at timestamptz(3) not null,
  duration_ms integer not null,
  -- What the receiver answered with; null where it did not.
  status integer,
  error text,
  primary key (org_id, delivery_id, id),
  foreign key (org_id, delivery_id) references callback_delivery on delete cascade
);
