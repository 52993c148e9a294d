-- Names of groups are stored composed (Unicode NFC): "Café" is one name, however it was typed. Of groups whose names differed in
-- that only, one keeps the name and the others get their id after it.
with named as (
  select org_id, id, normalize(name, NFC) as name, name as given,
    row_number() over (partition by org_id, normalize(name, NFC) order by name is nfc normalized desc, created_at, id) as place
  from team
)
update team set name = case when n.place = 1 then n.name else n.name || ' (' || n.id || ')' end
from named n
where n.org_id = team.org_id and n.id = team.id and n.given is not nfc normalized;
