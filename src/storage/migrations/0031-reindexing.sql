-- The version of the ingest code that cut the text into passages. Older documents are read again in the background; null
-- means before versions, and stays possible because notes in the trash are stored without the column.
alter table document add column ingest_version smallint;

-- Passages that mostly list links, such as an index of pages: they rank below a page that says it.
alter table chunk add column is_link_list boolean not null default false;
alter table archived_chunk add column is_link_list boolean not null default false;
alter table trashed_chunk add column is_link_list boolean not null default false;
