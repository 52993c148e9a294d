-- The same ranking with one plan. Common terms were looked up among the passages of all audiences together: the index merges
-- the lists of all keys passage by passage, so time grew with audiences times terms. Now one audience is read after the other,
-- of those in which a rarer term was found. And the planner sometimes read every matching passage's keys instead, which takes
-- a hundred times as long as the index: "offset 0" keeps each lookup to its own index scan.
create or replace function rank_passages(
  audiences bigint[], documents bigint[], terms text[], factors float8[], common_terms text[], common_weights float8[],
  total float8, average_length float8, max_count integer
) returns table (chunk_key bigint, length integer, frequencies integer[])
language plpgsql stable security definer rows 300
set search_path = pg_catalog, public
set enable_seqscan = off
-- The values don't change the plan, and planning takes as long as ranking a few hundred passages.
set plan_cache_mode = force_generic_plan
as $$
declare
  org text := current_setting('lorewell.org', true);
  seen bigint[] := seen_audiences(audiences);
  staged bigint[] := array(select u.document_key from unfinished_document u where u.org_id = org);
  suffixes text[] := array['', ' 2', ' 4', ' 10'];
  counts float8[] := array[1, 2.4, 5.5, 14];
begin
  return query
    with hit as materialized (
      select t.position, s.count, p.chunk_key, p.length, p.document_key, p.audience_id
      from unnest(terms) with ordinality t (term, position)
      cross join unnest(suffixes, counts) s (suffix, count)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key, p.audience_id from passage_terms p
        where p.keys && array(select hashtextextended(t.term || s.suffix, a) from unnest(seen) a)
          -- A condition that no other index can serve: by the primary key every passage of the organization would be read.
          and p.org_id is not distinct from org and p.audience_id = any (seen)
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
        offset 0
      ) p
    ), term as materialized (
      select t.position, count(h.position)::int as frequency,
        t.factor * ln(1 + greatest(0, total - count(h.position) + 0.5::float8) / (count(h.position) + 0.5::float8)) as weight
      from unnest(factors) with ordinality t (factor, position) left join hit h on h.position = t.position
      group by t.position, t.factor
    ), part as (
      select h.chunk_key, h.length, h.document_key, h.count, t.weight from hit h join term t on t.position = h.position
      union all
      select p.chunk_key, p.length, p.document_key, s.count, t.weight
      from (
        select h.audience_id,
          array(select hashtextextended(t || s, h.audience_id) from unnest(terms) t, unnest(suffixes) s) as keys
        from hit h where cardinality(common_terms) > 0 group by h.audience_id
      ) a
      cross join unnest(common_terms, common_weights) t (term, weight)
      cross join unnest(suffixes, counts) s (suffix, count)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key from passage_terms p
        where p.keys && array[hashtextextended(t.term || s.suffix, a.audience_id)] and p.keys && a.keys
          and p.org_id is not distinct from org and p.audience_id = a.audience_id
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
        offset 0
      ) p
    )
    select p.chunk_key, p.length, (select array_agg(t.frequency order by t.position) from term t)
    from part p
    where documents is null or p.document_key = any (documents)
    group by p.chunk_key, p.length
    order by sum(p.weight * p.count / (p.count + 0.3::float8 + 0.9::float8 * p.length / average_length)) desc, p.chunk_key
    limit max_count;
end $$;
