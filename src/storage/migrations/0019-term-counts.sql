-- Where pg_textsearch is missing: in how many passages each term stands, of everybody's, as its index counts them. The
-- commonest are known from the statistics; of the others no more are counted than matter.
create function term_counts(terms text[], lexemes text[], most integer)
returns table (term text, found float8, total float8)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with size as (
    select case when c.reltuples < 1000 then (select count(*) from chunk)::float8 else c.reltuples::float8 end as total
    from pg_class c where c.oid = 'public.chunk'::regclass
  ), common as (
    select e.lexeme, e.share from pg_stats s,
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e (lexeme, share)
    where s.schemaname = 'public' and s.tablename = 'chunk' and s.attname = 'terms_vector' and e.lexeme is not null
  )
  select w.term,
    coalesce(common.share * size.total, (
      select count(*)::float8 from (select from chunk c where c.terms_vector @@ w.lexeme::tsquery limit most) counted
    )),
    greatest(1, size.total)
  from unnest(terms, lexemes) as w (term, lexeme) cross join size left join common on common.lexeme = w.term;
end $$;
revoke execute on function term_counts(text[], text[], integer) from public;
grant execute on function term_counts(text[], text[], integer) to lorewell_reader;
