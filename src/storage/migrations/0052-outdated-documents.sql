-- A start asks whether any document was read by another version of the ingest code, without reading all of them.
create index document_ingest_version on document (ingest_version);
