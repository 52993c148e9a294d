-- The lexical index for stores that don't fit into memory: terms of every passage, as the hashes of term and audience. A
-- search reads the postings of its caller's audiences only, so it costs time for what the caller can see, and no other
-- passage has an influence on it. A term that occurs more than once has a second key.
create function passage_term_keys(audience bigint, terms text) returns bigint[]
language sql immutable strict parallel safe
as $$
  select array_agg(key) || array_fill(0::bigint, array[greatest(0, 256 - count(*)::int)])
  from (
    select hashtextextended(term || suffix, audience) as key
    from string_to_table(terms, ' ') term, unnest(array['', ' 2']) with ordinality s (suffix, occurrences)
    group by term, suffix, occurrences having count(*) >= occurrences
  ) k
$$;

-- Rows of 60 bytes, because a search visits thousands: the keys, which only the index needs, are stored out of line. That
-- takes more than 2 kB of them; hence the zeros above.
create table passage_terms (
  org_id text not null,
  chunk_key bigint not null,
  document_key bigint not null,
  audience_id bigint not null,
  length integer not null,
  keys bigint[] not null,
  primary key (org_id, chunk_key)
) with (toast_tuple_target = 128);
alter table passage_terms alter column keys set storage external;
alter table passage_terms alter column keys set statistics 0;
create index passage_terms_keys on passage_terms using gin (keys);

create function index_passage_terms() returns trigger language plpgsql as $$
begin
  insert into passage_terms (org_id, chunk_key, document_key, audience_id, length, keys)
  select c.org_id, c.key, c.document_key, c.audience_id, cardinality(string_to_array(c.terms, ' ')),
    passage_term_keys(c.audience_id, c.terms)
  from touched c;
  return null;
end $$;
create function reindex_passage_terms() returns trigger language plpgsql as $$
begin
  insert into passage_terms as p (org_id, chunk_key, document_key, audience_id, length, keys)
  select c.org_id, c.key, c.document_key, c.audience_id, cardinality(string_to_array(c.terms, ' ')),
    passage_term_keys(c.audience_id, c.terms)
  from touched c join earlier e on e.org_id = c.org_id and e.key = c.key
  where (c.audience_id, c.document_key, c.terms) is distinct from (e.audience_id, e.document_key, e.terms)
  on conflict (org_id, chunk_key) do update
    set document_key = excluded.document_key, audience_id = excluded.audience_id, length = excluded.length, keys = excluded.keys;
  return null;
end $$;
create function unindex_passage_terms() returns trigger language plpgsql as $$
begin
  delete from passage_terms p using touched c where p.org_id = c.org_id and p.chunk_key = c.key;
  return null;
end $$;
create trigger terms_inserted after insert on chunk
  referencing new table as touched for each statement execute function index_passage_terms();
create trigger terms_updated after update on chunk
  referencing old table as earlier new table as touched for each statement execute function reindex_passage_terms();
create trigger terms_deleted after delete on chunk
  referencing old table as touched for each statement execute function unindex_passage_terms();

-- The second barrier holds here, too: of the given audiences, only those of the member that the transaction names count.
-- Functions, because below a policy of row-level security the planner uses no index for an overlap, and reads every row
-- that it only counts.
alter table passage_terms enable row level security;
create function seen_audiences(given bigint[]) returns bigint[] language sql stable as $$
  select case when given is null then visible_audiences()
    else array(select unnest(given) intersect select unnest(visible_audiences())) end
$$;

-- The best passages by BM25 (k1 = 1.2, b = 0.75) as if no term occurred much more than twice, and in how many of the passages
-- that the member can see each term occurs. The caller scores the best again, by all occurrences.
create function rank_passages(
  audiences bigint[], documents bigint[], terms text[], factors float8[], total float8, average_length float8,
  max_count integer
) returns table (chunk_key bigint, length integer, frequencies integer[])
language plpgsql stable security definer rows 300
set search_path = pg_catalog, public
set enable_seqscan = off
as $$
declare
  org text := current_setting('lorewell.org', true);
  seen bigint[] := seen_audiences(audiences);
  staged bigint[] := array(select u.document_key from unfinished_document u where u.org_id = org);
begin
  return query
    with hit as materialized (
      select t.position, s.is_repeated, p.chunk_key, p.length, p.document_key
      from unnest(terms) with ordinality t (term, position)
      cross join (values ('', false), (' 2', true)) s (suffix, is_repeated)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key from passage_terms p
        where p.keys && array(select hashtextextended(t.term || s.suffix, a) from unnest(seen) a)
          and p.org_id = org and p.audience_id = any (seen)
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
      ) p
    ), term as materialized (
      select t.position, count(h.position)::int as frequency,
        t.factor * ln(1 + greatest(0, total - count(h.position) + 0.5::float8) / (count(h.position) + 0.5::float8)) as weight
      from unnest(factors) with ordinality t (factor, position) left join hit h on h.position = t.position and not h.is_repeated
      group by t.position, t.factor
    )
    select h.chunk_key, h.length, (select array_agg(t.frequency order by t.position) from term t)
    from hit h join term t on t.position = h.position
    where documents is null or h.document_key = any (documents)
    group by h.chunk_key, h.length
    -- With d = k1 (1 - b + b length / average), a second occurrence adds d / (2 + d) of what the first one does, further ones less.
    order by sum(case when h.is_repeated then t.weight * (0.36::float8 + 1.08::float8 * h.length / average_length)
        / (2.3::float8 + 0.9::float8 * h.length / average_length) else t.weight end)
      / (1.3::float8 + 0.9::float8 * h.length / average_length) desc, h.chunk_key
    limit max_count;
end $$;

-- About sample_size passages of each audience, and how many it has.
create function sample_passages(audiences bigint[], sample_size integer)
returns table (audience_id bigint, total integer, chunk_key bigint)
language plpgsql stable security definer
set search_path = pg_catalog, public
as $$
declare
  org text := current_setting('lorewell.org', true);
  seen bigint[] := seen_audiences(audiences);
begin
  return query
    with counted as materialized (
      select c.audience_id, count(*)::int as total from chunk c
      where c.org_id = org and c.audience_id = any (seen) group by c.audience_id
    )
    select c.audience_id, n.total, c.key
    from counted n join chunk c on c.org_id = org and c.audience_id = n.audience_id
    where (hashint8(c.key) & 2147483647) % ((n.total - 1) / sample_size + 1) = 0;
end $$;
revoke execute on function rank_passages(bigint[], bigint[], text[], float8[], float8, float8, integer) from public;
grant execute on function rank_passages(bigint[], bigint[], text[], float8[], float8, float8, integer) to lorewell_reader;
revoke execute on function sample_passages(bigint[], integer) from public;
grant execute on function sample_passages(bigint[], integer) to lorewell_reader;

-- A large store is indexed in the background (search/lexical/passage-index.ts); the row stays until that is complete.
do $$
begin
  if (select count(*) from (select from chunk limit 5001) c) <= 5000 then
    insert into passage_terms (org_id, chunk_key, document_key, audience_id, length, keys)
    select c.org_id, c.key, c.document_key, c.audience_id, cardinality(string_to_array(c.terms, ' ')),
      passage_term_keys(c.audience_id, c.terms)
    from chunk c;
  else
    insert into service_value (name, value) values ('passage-index-pending', '{}');
  end if;
end $$;
