-- The function reads the caller behind a credential: "resolve_credential" says so.
alter function person_behind(text, bytea, timestamptz, text, text) rename to resolve_credential;
