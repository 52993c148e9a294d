-- How often a term occurs in a passage is part of its key: once, 2 or 3 times, 4 to 9 times, 10 times or more. Every
-- passage is visited once for a term, and its score hardly differs from the exact one.
create or replace function passage_term_keys(audience bigint, terms text) returns bigint[]
language sql immutable strict parallel safe
as $$
  select array_agg(key) || array_fill(0::bigint, array[greatest(0, 256 - count(*)::int)])
  from (
    select hashtextextended(term || case when count(*) < 2 then '' when count(*) < 4 then ' 2' when count(*) < 10 then ' 4' else ' 10' end, audience) as key
    from string_to_table(terms, ' ') term group by term
  ) k
$$;

-- The best passages by about BM25 (k1 = 1.2, b = 0.75), and in how many of the passages that the member can see each of the
-- terms occurs. A passage has to contain one of them; common terms, whose weights are given, are looked up among these
-- passages only. The caller scores the best again, by exact counts.
drop function rank_passages(bigint[], bigint[], text[], float8[], float8, float8, integer);
create function rank_passages(
  audiences bigint[], documents bigint[], terms text[], factors float8[], common_terms text[], common_weights float8[],
  total float8, average_length float8, max_count integer
) returns table (chunk_key bigint, length integer, frequencies integer[])
language plpgsql stable security definer rows 300
set search_path = pg_catalog, public
set enable_seqscan = off
as $$
declare
  org text := current_setting('lorewell.org', true);
  seen bigint[] := seen_audiences(audiences);
  staged bigint[] := array(select u.document_key from unfinished_document u where u.org_id = org);
  suffixes text[] := array['', ' 2', ' 4', ' 10'];
  counts float8[] := array[1, 2.4, 5.5, 14];
  rare_keys bigint[] := array(select hashtextextended(t || s, a) from unnest(terms) t, unnest(suffixes) s, unnest(seen) a);
begin
  return query
    with hit as materialized (
      select t.position, false as is_common, s.number as level, p.chunk_key, p.length, p.document_key
      from unnest(terms) with ordinality t (term, position)
      cross join unnest(suffixes) with ordinality s (suffix, number)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key from passage_terms p
        where p.keys && array(select hashtextextended(t.term || s.suffix, a) from unnest(seen) a)
          -- A condition that no other index can serve: by the primary key every passage of the organization would be read.
          and p.org_id is not distinct from org and p.audience_id = any (seen)
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
      ) p
      union all
      select t.position, true, s.number, p.chunk_key, p.length, p.document_key
      from unnest(common_terms) with ordinality t (term, position)
      cross join unnest(suffixes) with ordinality s (suffix, number)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key from passage_terms p
        where p.keys && array(select hashtextextended(t.term || s.suffix, a) from unnest(seen) a) and p.keys && rare_keys
          and p.org_id is not distinct from org and p.audience_id = any (seen)
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
      ) p
    ), term as materialized (
      select t.position, false as is_common, count(h.position)::int as frequency,
        t.factor * ln(1 + greatest(0, total - count(h.position) + 0.5::float8) / (count(h.position) + 0.5::float8)) as weight
      from unnest(factors) with ordinality t (factor, position)
      left join hit h on h.position = t.position and not h.is_common
      group by t.position, t.factor
      union all
      select t.position, true, null, t.weight from unnest(common_weights) with ordinality t (weight, position)
    )
    select h.chunk_key, h.length, (select array_agg(t.frequency order by t.position) from term t where not t.is_common)
    from hit h join term t on t.position = h.position and t.is_common = h.is_common
    where documents is null or h.document_key = any (documents)
    group by h.chunk_key, h.length
    order by sum(t.weight * counts[h.level] / (counts[h.level] + 0.3::float8 + 0.9::float8 * h.length / average_length)) desc,
      h.chunk_key
    limit max_count;
end $$;
revoke execute on function rank_passages(bigint[], bigint[], text[], float8[], text[], float8[], float8, float8, integer) from public;
grant execute on function rank_passages(bigint[], bigint[], text[], float8[], text[], float8[], float8, float8, integer) to lorewell_reader;

-- The keys of a large store are written again in the background.
truncate passage_terms;
do $$
begin
  if (select count(*) from (select from chunk limit 5001) c) <= 5000 then
    insert into passage_terms (org_id, chunk_key, document_key, audience_id, length, keys)
    select c.org_id, c.key, c.document_key, c.audience_id, cardinality(string_to_array(c.terms, ' ')),
      passage_term_keys(c.audience_id, c.terms)
    from chunk c;
    delete from service_value where name = 'passage-index-pending';
  else
    insert into service_value (name, value) values ('passage-index-pending', '{}')
    on conflict (name) do update set value = excluded.value;
  end if;
end $$;
