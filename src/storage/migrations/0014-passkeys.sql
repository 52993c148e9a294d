-- Keys that people's devices keep, to sign in without a password. Only the public half is here.
create table passkey (
  org_id text not null,
  -- The credential's own id, drawn by the device, in base64url.
  id text not null unique,
  member_id text not null,
  name text not null,
  public_key bytea not null,
  -- How often it was used, for devices that count; a copy of one counts differently.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, member_id) references member on delete cascade
);
create index passkey_by_member on passkey (org_id, member_id);

-- Each challenge signs somebody in, or adds a key, once.
create table passkey_challenge_used (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
