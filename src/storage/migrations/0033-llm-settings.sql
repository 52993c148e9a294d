-- The language model that the admins of an organization set up in the app. Environment variables win over it.
create table llm_setting (
  org_id text primary key references organization on delete cascade,
  provider text not null check (provider in ('openai-compatible', 'anthropic')),
  base_url text not null,
  model text not null,
  -- Encrypted (identity/secret-encryption.ts); null: the server needs none.
  api_key text,
  -- US dollars per million tokens.
  input_price double precision,
  output_price double precision,
  updated_at timestamptz(3) not null
);
