-- When the session's member last proved that it is them, with their password or a passkey: needed for a backup.
alter table browser_session add column confirmed_at timestamptz(3);
