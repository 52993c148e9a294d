-- The private notes of a member share one audience, of which nobody else is ever a part: a member with thousands of them
-- must not have thousands of audiences.
alter table audience add column personal_of text;
create unique index audience_personal on audience (org_id, personal_of) where personal_of is not null;

-- The names in the audience of a note before and after it was moved or shared, as they were then.
alter table audit_event add column audience_before text[];
alter table audit_event add column audience_after text[];
