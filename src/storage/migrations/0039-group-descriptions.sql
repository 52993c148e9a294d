-- What a group is for, shown wherever groups are listed.
alter table team add column description text not null default '';
