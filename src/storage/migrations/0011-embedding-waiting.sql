-- Documents with passages that have no vector of the current model yet. Finding them by comparing all passages with all
-- vectors took a minute of every start in a store of ten thousand; here they are looked up.
create table embedding_waiting (
  org_id text not null,
  document_key bigint not null,
  -- Until then one node is at it; null: nobody is. A write sets it to null again, so that nothing is taken off unseen.
  taken_until timestamptz,
  primary key (org_id, document_key),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);

insert into embedding_waiting (org_id, document_key)
select distinct c.org_id, c.document_key from chunk c
where not exists (select from chunk_vector v where v.org_id = c.org_id and v.chunk_key = c.key);

-- The model that vectors are written with now; another one makes every document wait.
alter table embedding_space add column is_current boolean not null default false;
update embedding_space set is_current = true where (select count(*) from embedding_space) = 1;
