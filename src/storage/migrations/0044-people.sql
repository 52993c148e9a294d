-- Invitations, links to choose a new password, and digests by e-mail. Links hold a random token; only its SHA-256 is stored.

create table invitation (
  org_id text not null,
  id text not null,
  email text not null,
  -- '': the invited person enters it.
  name text not null default '',
  role text not null check (role in ('admin', 'member', 'viewer')),
  -- The invitation is valid only while they are an active admin.
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The member that accepting it created.
  member_id text,
  -- Null: the link was only shown to the admin.
  email_state text check (email_state in ('queued', 'sent', 'failed')),
  primary key (org_id, id),
  foreign key (org_id, created_by) references member on delete cascade
);
create unique index invitation_open on invitation (org_id, email) where consumed_at is null and revoked_at is null;
create index invitation_listing on invitation (org_id, created_at desc, id);
create index invitation_by_inviter on invitation (org_id, created_by);

-- The groups that the invited person joins.
create table invitation_team (
  org_id text not null,
  invitation_id text not null,
  team_id text not null,
  primary key (org_id, invitation_id, team_id),
  foreign key (org_id, invitation_id) references invitation on delete cascade,
  foreign key (org_id, team_id) references team on delete cascade
);
create index invitation_team_by_team on invitation_team (org_id, team_id);

-- Several can lead to one invitation: a message that is sent again has a link of its own.
create table invitation_token (
  hash bytea primary key,
  org_id text not null,
  invitation_id text not null,
  foreign key (org_id, invitation_id) references invitation on delete cascade
);
create index invitation_token_by_invitation on invitation_token (org_id, invitation_id);

create table password_reset (
  hash bytea primary key,
  org_id text not null,
  member_id text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  foreign key (org_id, member_id) references member on delete cascade
);
create index password_reset_by_member on password_reset (org_id, member_id);

-- Only the service itself reads them: no policy lets lorewell_reader in.
alter table invitation enable row level security;
alter table invitation_team enable row level security;
alter table invitation_token enable row level security;
alter table password_reset enable row level security;

-- Digests also go to the member's own address.
alter table digest_subscription add column by_email boolean not null default false;
