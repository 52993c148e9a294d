-- The same ranking, with bounds in place of one estimate. The index tells in which range the count of a term lies, so a score
-- lies between two bounds. Returned are the passages whose upper bound reaches the max_count-th best lower bound: every passage
-- that can be among the best max_count by exact counts, up to ten times as many. A fixed multiple returned too few where many
-- passages have nearly the same score, as in large stores, and more than needed elsewhere.
create or replace function rank_passages(
  audiences bigint[], documents bigint[], terms text[], factors float8[], common_terms text[], common_weights float8[],
  total float8, average_length float8, max_count integer
) returns table (chunk_key bigint, length integer, frequencies integer[])
language plpgsql stable security definer rows 300
set search_path = pg_catalog, public
set enable_seqscan = off
-- Tens of thousands of matches are grouped by hashing in half the time, and the planner expects few.
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  org text := current_setting('lorewell.org', true);
  seen bigint[] := seen_audiences(audiences);
  staged bigint[] := array(select u.document_key from unfinished_document u where u.org_id = org);
  suffixes text[] := array['', ' 2', ' 4', ' 10'];
  min_counts float8[] := array[1, 2, 4, 10];
  -- More than 40 occurrences hardly differ.
  max_counts float8[] := array[1, 3, 9, 40];
begin
  return query
    with hit as materialized (
      select t.position, s.min_count, s.max_count, p.chunk_key, p.length, p.document_key, p.audience_id
      from unnest(terms) with ordinality t (term, position)
      cross join unnest(suffixes, min_counts, max_counts) s (suffix, min_count, max_count)
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
      select h.chunk_key, h.length, h.document_key, h.min_count, h.max_count, t.weight
      from hit h join term t on t.position = h.position
      union all
      select p.chunk_key, p.length, p.document_key, s.min_count, s.max_count, t.weight
      from (
        select h.audience_id,
          array(select hashtextextended(t || s, h.audience_id) from unnest(terms) t, unnest(suffixes) s) as keys
        from hit h where cardinality(common_terms) > 0 group by h.audience_id
      ) a
      cross join unnest(common_terms, common_weights) t (term, weight)
      cross join unnest(suffixes, min_counts, max_counts) s (suffix, min_count, max_count)
      cross join lateral (
        select p.chunk_key, p.length, p.document_key from passage_terms p
        where p.keys && array[hashtextextended(t.term || s.suffix, a.audience_id)] and p.keys && a.keys
          and p.org_id is not distinct from org and p.audience_id = a.audience_id
          and (p.document_key <> all (staged) or not is_written_ahead(org, p.document_key, p.chunk_key))
        offset 0
      ) p
    ), scored as materialized (
      select p.chunk_key, p.length,
        sum(p.weight * p.min_count / (p.min_count + 0.3::float8 + 0.9::float8 * p.length / average_length)) as lower_bound,
        sum(p.weight * p.max_count / (p.max_count + 0.3::float8 + 0.9::float8 * p.length / average_length)) as upper_bound
      from part p
      where documents is null or p.document_key = any (documents)
      group by p.chunk_key, p.length
    )
    select s.chunk_key, s.length, (select array_agg(t.frequency order by t.position) from term t)
    from scored s
    where s.upper_bound >= coalesce(least(
      (select b.lower_bound from scored b order by b.lower_bound desc offset rank_passages.max_count - 1 limit 1),
      (select b.upper_bound from scored b order by b.upper_bound desc offset 2 * rank_passages.max_count - 1 limit 1)), 0)
    order by s.upper_bound desc, s.chunk_key
    limit 10 * rank_passages.max_count;
end $$;
