-- One vector for each sentence of a passage, read in its passage: eight bits a number, one behind the other. Kept out of
-- line, so that a scan over the passages' own vectors stays narrow.
alter table chunk_vector add column sentences bytea;
alter table chunk_vector alter column sentences set storage external;
alter table archived_chunk add column sentences bytea;
alter table archived_chunk alter column sentences set storage external;

-- What was embedded before has none: it is embedded once more, behind everything else.
update embedding_space set is_current = false;
