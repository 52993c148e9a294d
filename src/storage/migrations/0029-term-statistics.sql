-- Term statistics are of the passages that the caller can see, counted per audience in samples.
create index chunk_by_audience on chunk (org_id, audience_id, key);
-- Counted the passages of every organization.
drop function term_counts(text[], text[], integer);
