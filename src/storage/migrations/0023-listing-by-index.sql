-- With the audience in it, items are counted without reading them: who sees them is told by the index alone.
drop index document_listing;
create index document_listing on document (org_id, root_id, updated_at desc, id) include (audience_id);
