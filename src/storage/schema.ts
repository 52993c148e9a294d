import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The table types for Kysely; migrations/ defines the tables. */
export interface Schema {
  organization: {
    id: string
    name: string
    domain: ColumnType<string, string | undefined, string>
    ask_enabled: Generated<boolean>
    created_at: Generated<Date>
  }
  member: {
    org_id: string
    id: string
    email: string
    name: string
    role: Role
    password_hash: string | null
    created_at: Generated<Date>
    disabled_at: Date | null
  }
  team: { org_id: string; id: string; name: string; description: Generated<string>; created_at: Generated<Date> }
  team_member: { org_id: string; team_id: string; member_id: string }
  api_key: {
    org_id: string
    id: string
    member_id: string
    name: string
    hash: Buffer
    hint: string
    created_at: Generated<Date>
    last_used_at: Date | null
    revoked_at: Date | null
    /** Null: every scope of its user. */
    scopes: string[] | null
    expires_at: Date | null
    grant_id: string | null
    created_by_keys: Generated<string[]>
  }
  browser_session: {
    hash: Buffer
    org_id: string
    member_id: string
    created_at: Generated<Date>
    expires_at: Date
    confirmed_at: Generated<Date | null>
  }
  oauth_record: {
    kind: string
    id_hash: Buffer
    payload: JSONColumnType<Record<string, unknown>>
    grant_id: string | null
    uid: string | null
    user_code: string | null
    org_id: string | null
    member_id: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
  service_value: { name: string; value: JSONColumnType<object>; updated_at: Generated<Date> }
  rate_window: { org_id: string; member_id: string; bucket: string; window_start: number; count: number }
  audience: {
    org_id: string
    id: GeneratedAlways<number>
    is_default: Generated<boolean>
    /** The member whose private notes share this audience. */
    personal_of: string | null
    /** Set for the readers that an origin names: only those of them who are in this audience, too, are in it. */
    within_audience_id: number | null
    origin_readers: string[] | null
    origin_hash: Buffer | null
  }
  audience_principal: { org_id: string; audience_id: number; principal: string }
  data_source: {
    org_id: string
    id: string
    name: string
    audience_id: number
    writer_audience_id: number
    created_at: Generated<Date>
  }
  document: {
    org_id: string
    key: GeneratedAlways<number>
    root_id: string | null
    id: string
    parent_key: number | null
    position: Generated<number>
    title: string
    /** Null for a note whose address is that of its page in the app (document-url.ts). */
    url: string | null
    content: string
    content_type: 'markdown' | 'html'
    content_hash: Buffer
    language: Generated<string>
    /** Of the ingest code that made its passages; null before versions. */
    ingest_version: number | null
    audience_id: number
    own_audience_id: number | null
    /** Principals who can edit a note among those who can see it; null: all of them. */
    editors: string[] | null
    /** The list of this note; null: inherited. */
    own_editors: string[] | null
    /** A file attached to the note that `parent_key` names. */
    is_attachment: Generated<boolean>
    /** Offered as the start of new notes. */
    is_template: Generated<boolean>
    owner: string | null
    review_state: 'Verified' | 'Outdated' | 'VerificationRequested' | null
    review_until: Date | null
    review_reason: string | null
    verified_by: string | null
    verified_at: Date | null
    created_at: Generated<Date>
    updated_at: Date
    edited_at: Generated<Date>
    /** The member who wrote the text of a note; null: an import or an operator, or a deleted member. */
    edited_by: string | null
    archived_at: Date | null
  }
  chunk: {
    org_id: string
    key: GeneratedAlways<number>
    document_key: number
    ordinal: number
    audience_id: number
    heading: string
    body: string
    terms: string
    embed_hash: Buffer
    is_link_list: Generated<boolean>
    /** Offsets into the body and the pages that begin there. */
    pages: ColumnType<number[][] | null, string | null | undefined, string | null>
  }
  favourite_note: { org_id: string; member_id: string; document_key: number; created_at: Date }
  document_file: {
    org_id: string
    key: number
    document_key: number | null
    trashed_key: number | null
    name: string
    media_type: string
    size_bytes: number
    hash: Buffer
    reader_version: number
    /** Parts whose text is missing. */
    skipped: JSONColumnType<{ name: string; reason: string }[]>
  }
  document_file_part: { org_id: string; file_key: number; ordinal: number; bytes: Buffer }
  embedding_space: { id: GeneratedAlways<number>; name: string; dimensions: number }
  chunk_vector: {
    org_id: string
    chunk_key: number
    document_key: number
    audience_id: number
    space_id: number
    /** pgvector's text form, `[0.1,0.2]`. */
    embedding: string
    /** The same, quantized to 12 bits per dimension; 8 bits in rows of older versions. */
    code: Buffer
  }
  assistant: {
    org_id: string
    id: string
    name: string
    instructions: Generated<string>
    audience_id: number
    scope_notes: string[] | null
    scope_data_sources: string[] | null
    language: string | null
    digest_days: Generated<number>
    digest_schedule: ColumnType<DigestTimes | null, string | null | undefined, string | null>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
}

/** The delivery times of a digest: ISO weekdays and the local hour. */
export interface DigestTimes {
  days: number[]
  hour: number
  timeZone: string
}

export type Role = 'admin' | 'member' | 'viewer'
