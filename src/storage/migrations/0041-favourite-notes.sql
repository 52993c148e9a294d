-- Notes that a member marked as favourites. A row is deleted with its note, also when the note goes to the trash, and with
-- its member.
create table favourite_note (
  org_id text not null,
  member_id text not null,
  document_key bigint not null,
  created_at timestamptz(3) not null,
  primary key (org_id, member_id, document_key),
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade,
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);
create index favourite_note_by_document on favourite_note (org_id, document_key);

-- Members read their own rows only.
alter table favourite_note enable row level security;
create policy own on favourite_note for select to lorewell_reader using (
  org_id = current_setting('lorewell.org', true) and member_id = current_setting('lorewell.member', true)
);
grant select on favourite_note to lorewell_reader;
