/** What an upsert did to the stored object. */
export type UpsertOutcome = 'created' | 'changed' | 'unchanged'
