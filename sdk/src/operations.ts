// Generated from the contract: UPDATE_SDK=1 npx vitest run test/api/sdk.test.ts. Do not edit.

export type AnswerResult = {
  /** The answer, in Markdown; [1], [2] … point into sources and are its only links, with citations=markdown by their addresses */
  answer: string
  /** The notes that the answer cites, in the order of their numbers */
  sources: Source[]
  /** The nearest notes, best first: with include=related, if nothing answers the question */
  related?: RelatedNote[]
}

export type Source = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** The passage that supports the answer, as plain text */
  explanation?: string
}

export type RelatedNote = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** What it says that is nearest to the question, as plain text */
  explanation?: string
}

export type ErrorBody = {
  message: string
  id: string
}

export type NamedError = {
  name: string
  message: string
  id: string
  status: number
  stack: string
}

export type ValidationError = {
  message: 'Validation Failed'
  id: 'field-validation'
  details?: Record<
    string,
    {
      message: string
      value?: unknown
    }
  >
}

export type AcceptedAnswer = {
  /** Where to read the answer: /v1/ask/answers/{id} */
  id: string
  state: 'pending'
}

export type CustomContent = {
  /** Root id of the data source, which is created in the app */
  rootId: string
  /** Unique id of the object, scoped to rootId */
  id: string
  /** Title of the object */
  title: string
  /** Content of the object */
  content: string
  /** Format of content */
  type: 'markdown' | 'html'
  /** Last update date; decides the freshness of the object */
  updatedAt: string
  /** Address used to redirect to the proper page */
  url: string
}

export type DeleteResult = {
  ok: boolean
}

export type ListResult = {
  /** Total number of pages */
  nbPages: number
  /** Current page, zero-based */
  page: number
  /** Items of this page */
  hits: Source[]
}

export type LaterAnswer = {
  id: string
  state: 'pending' | 'done' | 'failed'
  /** Present when done */
  result?: AnswerResult
  /** Present when failed */
  error?: ErrorBody
}

export type ThreadPage = {
  threads: ThreadSummary[]
  nextCursor: string | null
}

export type ThreadSummary = {
  id: string
  /** Its first question, until it is renamed */
  title: string
  createdAt: string
  lastAskedAt: string
  /** Who it is shared with: `everyone`, `user:EMAIL`, `group:NAME`; empty: only you */
  audience: string[]
}

export type Thread = {
  id: string
  /** Its first question, until it is renamed */
  title: string
  createdAt: string
  lastAskedAt: string
  /** Who it is shared with: `everyone`, `user:EMAIL`, `group:NAME`; empty: only you */
  audience: string[]
  /** The same as id, under the name that asking takes */
  threadId: string
  /** `processing` (202): an answer is still written; `failed`: the last question got none */
  status: 'processing' | 'completed' | 'failed'
  /** Only the owner can ask further, rename, share and delete it */
  isOwner: boolean
  /** Name of the owner */
  askedBy: string
  /** Oldest first */
  turns: ThreadTurn[]
}

export type ThreadTurn = {
  id: string
  question: string
  askedAt: string
  /** Null unless done */
  outcome: 'answered' | 'refused' | null
  parentId: string | null
  assistantId: string | null
  /** Null: not stored, or you can no longer see one of its sources */
  answer: string | null
  sources: CitedSource[]
  /** The language model that wrote the answer; null: it is quoted from the notes; absent: there is none */
  writtenBy?: string | null
  /** The nearest notes, if nothing answered the question, as far as you can see them */
  related?: NearestNote[]
  rating: 'up' | 'down' | null
  ratingReason: string | null
  isShared: boolean
  /** A report was asked for; absent as well until it is there */
  mode?: 'research'
  /** Whether the answer is still written, is there, could not be given, or was stopped by the asker */
  state: 'processing' | 'done' | 'failed' | 'stopped'
  rootId: string | null
  /** The question that was answered, if this one refers to earlier turns; null also if one of them is hidden or was deleted */
  standaloneQuestion: string | null
}

export type CitedSource = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** The passage that supports the answer, as plain text */
  explanation?: string
  /** Id for /documents/{id}; null: it was deleted */
  documentId: string | null
  kind: 'note' | 'item'
  /** Data source of an item; absent: a note or an attached file */
  rootId?: string
  /** Titles of the ancestors that you can see */
  path: string[]
  /** The page or slide that the first cited sentence is on; absent: it has no pages */
  page?: number
  /** Further documents with nearly the same passage, as far as you can see them */
  copies?: PlacedSource[]
}

export type PlacedSource = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** The passage that supports the answer, as plain text */
  explanation?: string
  /** Id for /documents/{id}; null: it was deleted */
  documentId: string | null
  kind: 'note' | 'item'
  /** Data source of an item; absent: a note or an attached file */
  rootId?: string
  /** Titles of the ancestors that you can see */
  path: string[]
}

export type NearestNote = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** The passage that supports the answer, as plain text */
  explanation?: string
  /** Id for /documents/{id}; null: it was deleted */
  documentId: string | null
  kind: 'note' | 'item'
  /** Data source of an item; absent: a note or an attached file */
  rootId?: string
  /** Titles of the ancestors that you can see */
  path: string[]
  /** Whom to ask; absent: nobody, or you own it */
  owner?: {
    kind: 'user' | 'group'
    name: string
    /** Absent: a group */
    email?: string
  }
}

export type ThreadChange = {
  title: string
}

export type ThreadAudienceChange = {
  /** `everyone`, `user:EMAIL`, `group:NAME`; empty: stop sharing */
  audience: string[]
}

export type BatchResult = {
  /** One per item, in the order of the items */
  results: ItemResult[]
}

export type ItemResult =
  | {
      ok: true
      source: Source
    }
  | {
      ok: false
      error: {
        message: string
        id: string
        details?: Record<
          string,
          {
            message: string
            value?: unknown
          }
        >
      }
    }

export type ContentBatch = {
  /** Custom contents, as for indexing a single one */
  items: CustomContent[]
}

export type SnapshotResult = {
  /** Items that were not listed */
  removed: number
  /** Items that were listed */
  kept: number
  /** Ids that were listed without an item of that id */
  missing: number
}

export type ItemSnapshot = {
  /** Root id of the data source, which is created in the app */
  rootId: string
  /** Every id that the data source shall keep, within the range */
  ids: string[]
  /** Only ids from this one on are removed, in the order of their ASCII characters */
  from?: string
  /** Only ids before this one are removed */
  to?: string
}

export type IndexedFile = {
  source: Source
  /** Parts of the file that could not be read */
  skipped: SkippedPart[]
}

export type SkippedPart = {
  /** Path of the part within the file, such as an attachment */
  name: string
  /** Why its text is missing */
  reason:
    | 'unsupported'
    | 'encrypted'
    | 'no-text'
    | 'damaged'
    | 'too-large'
    | 'too-deep'
    | 'timeout'
    | 'memory'
    | 'empty'
  /** The reason as a sentence */
  message: string
}

export type UnreadableFileError = {
  message: string
  id: 'file-not-readable'
  details: {
    file: {
      message: string
      value: string
    }
  }
}

export type SearchResult = {
  hits: SearchHit[]
  /** Only if the request names a page */
  hasNextPage?: boolean
}

export type SearchHit = {
  /** Id of the note */
  id: string
  /** Title of the note */
  title: string
  /** Address of the note */
  url: string
  /** Date of last update */
  updatedAt: string
  /** The passage that supports the answer, as plain text */
  explanation?: string
  /** Data source of an item; absent: a note */
  rootId?: string
  /** Comparable only within one response */
  score: number
  /** The best passage of the document */
  passage: string
  /** The page or slide that matches best; absent: the document has no pages */
  page?: number
  /** Only if the request asks for them */
  details?: SearchHitDetails
  /** Number of further documents with nearly the same passage, left out here; absent: none */
  duplicates?: number
}

export type SearchHitDetails = {
  /** `file`: attached to a note */
  kind: 'note' | 'item' | 'file'
  /** Titles of the notes above it that the caller can see, outermost first; of an item, its data source */
  path: string[]
  reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
  /** The part of the passage with most words found */
  snippet: string
  /** The words found in the snippet, in UTF-16 code units */
  matches: {
    start: number
    end: number
  }[]
  /** The documents that `duplicates` counts */
  copies: {
    /** Id of the note */
    id: string
    /** Title of the note */
    title: string
    /** Address of the note */
    url: string
    /** Date of last update */
    updatedAt: string
    rootId?: string
  }[]
}

export type SearchRequest = {
  /** Text to search for */
  query: string
  /** Only this note and its subpages */
  parentId?: string
  /** Only within this assistant's scope */
  assistantId?: string
  /** Only within this data source */
  rootId?: string
  /** Only notes owned by this user or group */
  ownerId?: string
  /** Only notes and files attached to them */
  notesOnly?: boolean
  /** Only notes whose verification holds */
  verifiedOnly?: boolean
  /** Only documents updated at this time or later */
  updatedAfter?: string
  /** Only documents updated before this time */
  updatedBefore?: string
  /** Maximum number of hits */
  limit?: number
  /** Zero-based page of `limit` hits, within the best 100; absent: the first, without `hasNextPage` */
  page?: number
  /** Adds `details` to each hit */
  details?: boolean
}

export type TitleSearchResult = {
  hits: TitleHit[]
}

export type TitleHit = {
  id: string
  /** Data source of an item; absent: a note, or a file attached to one */
  rootId?: string
  title: string
  url: string
  /** Titles of the notes above it that the caller can see, outermost first; of an item, its data source */
  path: string[]
  updatedAt: string
}

export type NoteSearchResult = {
  hits: NoteHit[]
  nbPages: number
  page: number
}

export type NoteHit = {
  id: string
  title: string
  type: 'rich_text'
  /** Plain text of the best passage, with the words found between the tags. Contains no other tags. */
  highlight: string
  /** The ancestors that the caller can see, from the top */
  parentNotes: {
    id: string
    title: string
  }[]
  updatedAt: string
  lastEditedAt: string
  archivedAt: string | null
  reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
}

export type NoteList = {
  notes: Note[]
  /** Across all pages */
  total: number
  hasNextPage: boolean
  nextCursor: string | null
}

export type Note = {
  id: string
  title: string
  /** Address of the note */
  url: string
  /** Null at the top level, or when the parent is not shared with you */
  parentNoteId: string | null
  createdAt: string
  /** Date that decides the freshness of the note */
  updatedAt: string
  /** When the title or the content last changed */
  lastEditedAt: string
  /** Set when the note or an ancestor was archived */
  archivedAt: string | null
  reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
  /** When the verification expires */
  reviewUntil?: string
  /** Why the note was flagged as outdated */
  reviewReason?: string
  /** A user or a group */
  owner?:
    | {
        userId: string
      }
    | {
        groupId: string
      }
  /** Who verified it; absent for deleted users */
  verifiedBy?: {
    userId: string
    name: string
  }
  verifiedAt?: string
  /** You can edit, move, review, archive and delete it */
  canEdit: boolean
  /** You can change who can see and edit it */
  canShare: boolean
  /** Present for templates: new notes can start from it */
  isTemplate?: true
}

export type WrittenNote = {
  id: string
  title: string
  /** Address of the note */
  url: string
  /** Null at the top level, or when the parent is not shared with you */
  parentNoteId: string | null
  createdAt: string
  /** Date that decides the freshness of the note */
  updatedAt: string
  /** When the title or the content last changed */
  lastEditedAt: string
  /** Set when the note or an ancestor was archived */
  archivedAt: string | null
  reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
  /** When the verification expires */
  reviewUntil?: string
  /** Why the note was flagged as outdated */
  reviewReason?: string
  /** A user or a group */
  owner?:
    | {
        userId: string
      }
    | {
        groupId: string
      }
  /** Who verified it; absent for deleted users */
  verifiedBy?: {
    userId: string
    name: string
  }
  verifiedAt?: string
  /** You can edit, move, review, archive and delete it */
  canEdit: boolean
  /** You can change who can see and edit it */
  canShare: boolean
  /** Present for templates: new notes can start from it */
  isTemplate?: true
  /** Fields that were ignored; absent: none */
  warnings?: {
    field: string
    message: string
  }[]
}

export type NewNote = {
  /** Title of the note */
  title: string
  /** Absent or null: at the top level */
  parentNoteId?: string | null
  /** Who can see it: `everyone`, `user:EMAIL`, `group:NAME`. Absent: the same people as the parent; at the top level only you */
  audience?: string[]
  /** Content, in markdown */
  markdown?: string
  /** Content, in html, instead of markdown */
  html?: string
  /** A note whose content is copied, instead of markdown or html; an unknown one is ignored */
  templateId?: string | null
  /** Values for the columns of a collection; there are none, so they are ignored */
  attributes?: (string | null)[] | null
  /** `folder`: a note that holds others, as every note can; an unknown type is ignored */
  type?: string | null
  /** The content, in markdown, if there is none */
  description?: string | null
}

export type NoteWithContent = {
  id: string
  title: string
  /** Address of the note */
  url: string
  /** Null at the top level, or when the parent is not shared with you */
  parentNoteId: string | null
  createdAt: string
  /** Date that decides the freshness of the note */
  updatedAt: string
  /** When the title or the content last changed */
  lastEditedAt: string
  /** Set when the note or an ancestor was archived */
  archivedAt: string | null
  reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
  /** When the verification expires */
  reviewUntil?: string
  /** Why the note was flagged as outdated */
  reviewReason?: string
  /** A user or a group */
  owner?:
    | {
        userId: string
      }
    | {
        groupId: string
      }
  /** Who verified it; absent for deleted users */
  verifiedBy?: {
    userId: string
    name: string
  }
  verifiedAt?: string
  /** You can edit, move, review, archive and delete it */
  canEdit: boolean
  /** You can change who can see and edit it */
  canShare: boolean
  /** Present for templates: new notes can start from it */
  isTemplate?: true
  /** In the requested format */
  content: string
  /** Not everyone in the organization can see it */
  isRestricted: boolean
}

export type NoteChange = {
  /** Title of the note */
  title?: string
  /** Moves the note with its subpages; null: to the top level, for the people who could see it before */
  parentNoteId?: string | null
  /** Content, in markdown */
  markdown?: string
  /** Content, in html, instead of markdown */
  html?: string
  /** As you read it: 409 if the note was edited since */
  lastEditedAt?: string
  /** Whether new notes can start from it */
  isTemplate?: boolean
  /** Ignored: only a new note starts from a template */
  templateId?: string | null
  /** Values for the columns of a collection; there are none, so they are ignored */
  attributes?: (string | null)[] | null
}

export type NoteVersionList = {
  /** Newest first, without the current version */
  versions: {
    id: string
    title: string
    /** When this version was written */
    writtenAt: string
    /** When the next version replaced it */
    replacedAt: string
    /** Who wrote it; absent for imported texts and deleted users */
    writtenBy?: {
      userId: string
      name: string
    }
  }[]
}

export type NoteVersion = {
  id: string
  title: string
  /** When this version was written */
  writtenAt: string
  /** When the next version replaced it */
  replacedAt: string
  /** Who wrote it; absent for imported texts and deleted users */
  writtenBy?: {
    userId: string
    name: string
  }
  /** In the requested format */
  content: string
}

export type NoteAudience = {
  /** Its own audience; null: inherited */
  audience: string[] | null
  /** Who can see the note, own or inherited */
  effectiveAudience: string[]
  /** The note that the audience is inherited from, if you can see that note */
  inheritedFrom?: string
}

export type NoteMoveEffect = {
  /** Who can see the note: `everyone`, `user:EMAIL`, `group:NAME` */
  audienceBefore: string[]
  /** Who can see it after the move */
  audienceAfter: string[]
  /** People who can see it only after the move */
  gained: {
    count: number
    /** Names of the first ten */
    names: string[]
  }
  /** People who can see it only before the move */
  lost: {
    count: number
    /** Names of the first ten */
    names: string[]
  }
  /** Notes whose readers change: the note and the subpages that inherit from it */
  noteCount: number
  /** Who can edit the note, among the people who can see it; `everyone`: all of them */
  editorsBefore: string[]
  /** Who can edit it after the move */
  editorsAfter: string[]
  editing: {
    /** People who can edit it only after the move */
    gained: {
      count: number
      /** Names of the first ten */
      names: string[]
    }
    /** People who can edit it only before the move */
    lost: {
      count: number
      /** Names of the first ten */
      names: string[]
    }
  }
}

export type NoteMove = {
  /** Who can see the note: `everyone`, `user:EMAIL`, `group:NAME` */
  audienceBefore: string[]
  /** Who can see it after the move */
  audienceAfter: string[]
  /** People who can see it only after the move */
  gained: {
    count: number
    /** Names of the first ten */
    names: string[]
  }
  /** People who can see it only before the move */
  lost: {
    count: number
    /** Names of the first ten */
    names: string[]
  }
  /** Notes whose readers change: the note and the subpages that inherit from it */
  noteCount: number
  /** Who can edit the note, among the people who can see it; `everyone`: all of them */
  editorsBefore: string[]
  /** Who can edit it after the move */
  editorsAfter: string[]
  editing: {
    /** People who can edit it only after the move */
    gained: {
      count: number
      /** Names of the first ten */
      names: string[]
    }
    /** People who can edit it only before the move */
    lost: {
      count: number
      /** Names of the first ten */
      names: string[]
    }
  }
  note: Note
  /** Where the note was; moving it there undoes the move */
  from: {
    /** Null: the top level */
    parentNoteId: string | null
    /** Position among its siblings */
    position: number
    /** Its own audience; null: inherited */
    audience: string[] | null
    /** Its own list of editors; null: inherited */
    editors: string[] | null
  }
}

export type NoteMoveRequest = {
  /** Null: the top level */
  parentNoteId: string | null
  /** Absent: after its new siblings */
  position?: number
  /** Its own audience there; null: inherited. Absent: as before; at the top level, the people who could see it */
  audience?: string[] | null
  /** The same for its list of editors, among the people who can see it; `everyone`: all of them */
  editors?: string[] | null
}

export type NoteRights = {
  /** Who can see it, its own list; null: inherited */
  view: string[] | null
  /** Who can see the note, own or inherited */
  effectiveView: string[]
  /** The note that view is inherited from, if you can see that note */
  viewInheritedFrom?: string
  /** Who can edit it, its own list; null: inherited */
  edit: string[] | null
  /** Who can edit the note, own or inherited, among the people who can see it; `everyone`: all of them */
  effectiveEdit: string[]
  /** The note that edit is inherited from, if you can see that note */
  editInheritedFrom?: string
  /** You can change both lists */
  canShare: boolean
}

export type NoteRightsChange = {
  /** Who can see it: `everyone`, `user:EMAIL`, `group:NAME`; null: same as parent, at the top level everyone */
  view?: string[] | null
  /** Who can edit it, among the people who can see it; `everyone`: all of them. Null: same as parent, at the top level everyone who can see it. Viewers can never edit */
  edit?: string[] | null
}

export type SharedWithMe = {
  /** Last edited first, 100 at most; subpages of a shared note are not listed */
  notes: Note[]
  /** Conversations, last asked first, 20 at most */
  threads: {
    id: string
    title: string
    /** Name of the person who asked */
    sharedBy: string
    lastAskedAt: string
  }[]
}

export type Attachment = {
  id: string
  noteId: string
  /** Name of the file, without folders */
  name: string
  /** By content: `application/pdf`, an image type, or `application/octet-stream` for anything else */
  mediaType: string
  sizeBytes: number
  /** Address for browsers; it stays the same when the note is moved */
  url: string
  createdAt: string
  /** Its text is found by search and answers */
  isRead: boolean
  /** Parts that could not be read, or the file itself, each with its reason */
  skipped: SkippedPart[]
}

export type AttachmentList = {
  /** In the order in which they were added */
  attachments: Attachment[]
}

export type DeletionPreview = {
  /** Number of notes: the note and its subpages */
  noteCount: number
  /** How many of them you can read but not edit; they must be moved before the note can be deleted */
  lockedCount: number
  /** Days until the notes are deleted permanently; 0: at once */
  trashDays: number
}

export type TrashList = {
  branches: TrashedBranch[]
  /** Days that deleted notes stay in the trash */
  trashDays: number
  hasNextPage: boolean
  nextCursor: string | null
}

export type TrashedBranch = {
  /** Of this entry in the trash */
  id: string
  /** Null if you are an admin and the note is not shared with you */
  note: {
    id: string
    title: string
  } | null
  /** The note that it is restored below; null at the top level */
  parentNote: {
    id: string
    title: string
  } | null
  /** Number of notes: the note and its subpages */
  noteCount: number
  deletedAt: string
  /** Null for the command line and for deleted users */
  deletedBy: {
    userId: string
    name: string
  } | null
  /** When it is deleted permanently */
  expiresAt: string
}

export type RestoredBranch = {
  /** Null if you are an admin and the note is not shared with you */
  note: Note | null
  /** Number of notes: the note and its subpages */
  noteCount: number
}

export type ArchiveList = {
  branches: ArchivedBranch[]
  hasNextPage: boolean
  nextCursor: string | null
}

export type ArchivedBranch = {
  note: Note
  parentNote: {
    id: string
    title: string
  } | null
  /** Number of archived notes: the note and its subpages that you can see */
  noteCount: number
}

export type Me = {
  id: string
  email: string
  displayName: string
  role: 'admin' | 'member' | 'viewer'
  organizationName: string
  organizationDomain: string
}

export type UserList = {
  users: User[]
  /** Across all pages */
  total: number
  hasNextPage: boolean
  nextCursor: string | null
}

export type User = {
  id: string
  email: string
  displayName: string
}

export type GroupList = {
  groups: Group[]
  /** Across all pages */
  total: number
  hasNextPage: boolean
  nextCursor: string | null
}

export type Group = {
  id: string
  name: string
  description: string
  /** Its members */
  userIds: string[]
}

export type ConfirmationState = {
  /** Until when this session counts as confirmed; null: it does not */
  confirmedUntil: string | null
  hasPassword: boolean
  /** Null without passkeys */
  passkey: {
    /** The options for `navigator.credentials.get` */
    options: Record<string, unknown>
    /** To be sent back with the credential */
    ticket: string
  } | null
}

export type NewConfirmation = {
  password?: string
  passkey?: {
    ticket: string
    credential: Record<string, unknown>
  }
}

export type HistoryPage = {
  questions: AskedQuestion[]
  nextCursor: string | null
}

export type AskedQuestion = {
  id: string
  question: string
  askedAt: string
  outcome: 'answered' | 'refused'
  parentId: string | null
  assistantId: string | null
  /** Null: not stored, or you can no longer see one of its sources */
  answer: string | null
  sources: CitedSource[]
  /** The language model that wrote the answer; null: it is quoted from the notes; absent: there is none */
  writtenBy?: string | null
  /** The nearest notes, if nothing answered the question, as far as you can see them */
  related?: NearestNote[]
  rating: 'up' | 'down' | null
  ratingReason: string | null
  isShared: boolean
  /** The conversation that it belongs to */
  threadId?: string
  /** A report was asked for; absent as well until it is there */
  mode?: 'research'
}

export type ExampleQuestions = {
  /** Up to four; each is answered from a document that you can see */
  questions: string[]
  /** False: there is nothing to ask about yet */
  hasDocuments: boolean
}

export type Feedback = {
  rating: 'up' | 'down' | null
  reason?: string
}

export type SharedAnswer = {
  id: string
  question: string
  askedAt: string
  /** Name of the asker */
  askedBy: string
  answer: string
  sources: CitedSource[]
  /** The language model that wrote the answer; null: it is quoted from the notes; absent: there is none */
  writtenBy?: string | null
}

export type ReadableContent = {
  id: string
  /** Data source of an item; absent: a note */
  rootId?: string
  title: string
  url: string
  updatedAt: string
  /** When the title or the content last changed */
  lastEditedAt: string
  /** In Markdown */
  content: string
}

export type ReadDocument = {
  documentId: string
  kind: 'note' | 'item'
  /** Id of the note, or of the item in its data source */
  id: string
  rootId: string | null
  title: string
  url: string
  updatedAt: string
  language: string
  path: string[]
  passages: {
    /** Its headings, joined */
    heading: string
    text: string
    /** The page or slide that it begins on; absent: the document has no pages */
    page?: number
  }[]
}

export type NoteBranch = {
  notes: {
    id: string
    title: string
    childCount: number
    /** Only you can see it */
    isPrivate: boolean
    /** Not everyone in the organization can see it */
    isRestricted: boolean
    canEdit: boolean
  }[]
  hasNextPage: boolean
}

export type Insights = {
  /** One per day (UTC), oldest first */
  days: {
    date: string
    answered: number
    refused: number
    disliked: number
    people: number
  }[]
  totals: {
    questions: number
    answered: number
    refused: number
    liked: number
    disliked: number
    people: number
    throughApi: number
  }
  /** The most cited sources that you can see */
  sources: {
    documentId: string
    kind: 'note' | 'item'
    id: string
    title: string
    path: string[]
    updatedAt: string
    answers: number
  }[]
  /** Unanswered questions, grouped by topic */
  unanswered: {
    topic: string
    count: number
    questions: {
      text: string
      count: number
      lastAskedAt: string
    }[]
  }[]
  /** Unanswered questions that are left out because they ask for nothing: greetings, tests, keyboard mashing */
  ignoredQuestions: number
  disliked: {
    question: string
    reason: string
    askedAt: string
  }[]
  /** Notes to review: flagged, expired, or old and still cited */
  stale: {
    id: string
    title: string
    updatedAt: string
    reason: string
    answers: number
  }[]
  /** Pairs of notes that state different figures, the newer first */
  contradicting: {
    id: string
    title: string
    updatedAt: string
    says: string
  }[][]
}

export type TracedAnswers = {
  answers: TracedAnswer[]
  nextCursor: string | null
}

export type TracedAnswer = {
  id: string
  question: string
  askedAt: string
  outcome: 'answered' | 'refused'
  channel: 'app' | 'api'
  /** Written by the language model, quoted from the notes, or neither */
  mode: 'written' | 'quoted' | 'refused'
}

export type AnswerTrace = {
  id: string
  question: string
  askedAt: string
  outcome: 'answered' | 'refused'
  channel: 'app' | 'api'
  /** Written by the language model, quoted from the notes, or neither */
  mode: 'written' | 'quoted' | 'refused'
  /** The question that was answered, if it was a follow-up in a conversation or was translated word by word. Null as well if words of earlier answers may be in it: for all but the asker, and for the asker unless all earlier turns are there and the asker can see their sources */
  standaloneQuestion: string | null
  /** Why no answer was given: nothing was found, or it says too little about the question */
  reason: 'nothing-found' | 'too-little' | null
  /** The language model that was used */
  model: string | null
  hasModelFailed: boolean
  /** Sentences of the language model that no passage supports */
  sentencesDropped: number
  retrievalMs: number
  totalMs: number
  /** Number of passages found */
  found: number
  /** Further searches that the language model asked for. Absent as well if words of earlier answers may be in them, like standaloneQuestion */
  searches?: string[]
  /** The plan of a report. Absent as well if words of earlier answers may be in it, like searches */
  sections?: {
    title: string
    /** What it answers, and the first search for it */
    question: string
    /** Written; the notes say nothing about it; the language model failed or the time was up while it was written; or before it was begun */
    outcome: 'written' | 'nothing-found' | 'failed' | 'not-reached'
    /** Further searches that the language model asked for; only for the asker, while no passage is hidden */
    searches?: string[]
  }[]
  /** The best passages, from documents that you can see */
  passages: {
    /** Rank among all passages found */
    rank: number
    documentId: string
    kind: 'note' | 'item'
    id: string
    title: string
    path: string[]
    heading: string
    /** The page or slide that it begins on; absent: the document has no pages */
    page?: number
    /** Null: the document has changed since */
    text: string | null
    score: number
    /** Semantic similarity to the question; null without an embedding */
    similarity: number | null
    /** How relevant the reader finds it, above 0: rather yes; null: not read */
    relevance: number | null
    /** Whether it answers, as the reader sees it, above 0: rather yes; null: not read */
    answers: number | null
    /** Cited; read but not cited; dropped because a newer edition replaces its document; ranked too low to be read */
    fate: 'cited' | 'read' | 'superseded' | 'not-read'
  }[]
  /** Number of best passages from documents that you cannot see or that were deleted */
  hidden: number
}

export type DigestSubscription = {
  webhookUrl: string | null
  /** Each digest is also sent to your e-mail address */
  byEmail: boolean
}

export type NewDigestSubscription = {
  /** Each digest is also sent to your e-mail address */
  byEmail?: boolean
  /** Address that each digest is also posted to, signed like callbacks */
  webhookUrl?: string | null
}

export type InboxPage = {
  digests: InboxEntry[]
  /** Across all pages */
  unreadCount: number
  hasNextPage: boolean
  nextCursor: string | null
}

export type InboxEntry = {
  id: string
  assistantId: string
  assistantName: string
  /** When it was due */
  scheduledFor: string
  deliveredAt: string
  readAt: string | null
}

export type InboxDigest = {
  id: string
  assistantId: string
  assistantName: string
  /** When it was due */
  scheduledFor: string
  deliveredAt: string
  readAt: string | null
  /** Markdown, without lines whose sources you can no longer see */
  digest: string
}

export type MarkedInboxEntry = {
  id: string
  assistantId: string
  assistantName: string
  /** When it was due */
  scheduledFor: string
  deliveredAt: string
  readAt: string | null
}

export type DataSourceList = {
  dataSources: DataSource[]
}

export type DataSource = {
  /** The rootId to index under */
  id: string
  name: string
  /** Who can find its items */
  readers: string[]
  /** Who can index and delete items */
  writers: string[]
  itemCount: number
  lastIndexedAt: string | null
  createdAt: string
  /** Admins also manage data sources that they cannot read */
  mayRead: boolean
  mayWrite: boolean
}

export type NewDataSource = {
  /** Absent: generated */
  id?: string
  name: string
  /** everyone, user:EMAIL, group:NAME */
  readers: string[]
  /** everyone, user:EMAIL, group:NAME */
  writers: string[]
}

export type DataSourceChange = {
  name?: string
  readers?: string[]
  writers?: string[]
}

export type ItemPage = {
  total: number
  page: number
  nbPages: number
  items: {
    id: string
    /** Id for /documents/{id} */
    documentId: string
    title: string
    url: string
    updatedAt: string
    indexedAt: string
  }[]
}

export type AssistantList = {
  assistants: Assistant[]
}

export type Assistant = {
  id: string
  name: string
  instructions: string
  /** Who can use it */
  audience: string[]
  /** Null: everything that the asker can see */
  scope: {
    notes: {
      id: string
      title: string
    }[]
    dataSources: {
      id: string
      name: string
    }[]
    /** Number of entries that you cannot see */
    hidden: number
  } | null
  language: string | null
  digestDays: number
  /** When digests are delivered to subscribers */
  digestSchedule: DigestTimes | null
  /** Your own; null: you are not subscribed */
  subscription: {
    webhookUrl: string | null
    /** Each digest is also sent to your e-mail address */
    byEmail: boolean
  } | null
  createdAt: string
  updatedAt: string
  /** Admins also manage assistants that they cannot use */
  mayUse: boolean
}

export type DigestTimes = {
  /** 1 is Monday, 7 is Sunday */
  days: number[]
  hour: number
  /** An IANA name */
  timeZone: string
}

export type NewAssistant = {
  /** Absent: generated */
  id?: string
  name: string
  instructions?: string
  audience: string[]
  scope?: {
    /** Ids; each includes its subpages */
    notes: string[]
    dataSources: string[]
  } | null
  language?: string | null
  digestDays?: number
  digestSchedule?: DigestTimes | null
}

export type AssistantChange = {
  name?: string
  instructions?: string
  audience?: string[]
  scope?: {
    /** Ids; each includes its subpages */
    notes: string[]
    dataSources: string[]
  } | null
  language?: string | null
  digestDays?: number
  digestSchedule?: DigestTimes | null
}

export type MemberList = {
  members: Member[]
  hasNextPage: boolean
}

export type Member = {
  id: string
  email: string
  name: string
  role: 'admin' | 'member' | 'viewer'
  groups: {
    id: string
    name: string
  }[]
  createdAt: string
  disabledAt: string | null
}

export type MemberWithPassword = {
  member: Member
  /** Temporary password; shown only once */
  password: string
}

export type NewMember = {
  email: string
  name: string
  role?: 'admin' | 'member' | 'viewer'
}

export type MemberChange = {
  name?: string
  role?: 'admin' | 'member' | 'viewer'
  disabled?: boolean
}

export type PasswordReset = {
  /** Also revoke all API keys of the member */
  revokeApiKeys?: boolean
}

export type ManagedGroup = {
  id: string
  name: string
  description: string
  memberIds: string[]
}

export type NewGroup = {
  name: string
  /** What the group is for */
  description?: string
  memberIds?: string[]
}

export type GroupChange = {
  name?: string
  /** What the group is for */
  description?: string
  /** All members from now on */
  memberIds?: string[]
  /** Members to add; the others stay */
  addMemberIds?: string[]
  /** Members to remove; the others stay */
  removeMemberIds?: string[]
}

export type PasswordChange = {
  currentPassword: string
  newPassword: string
  /** Also revoke all your API keys */
  revokeApiKeys?: boolean
}

export type ApiKeyList = {
  apiKeys: ApiKey[]
}

export type ApiKey = {
  id: string
  name: string
  /** Its first and last characters */
  hint: string
  scopes: ('ask' | 'content:read' | 'content:write' | 'notes:write' | 'admin')[]
  createdAt: string
  /** Null: never */
  expiresAt: string | null
  lastUsedAt: string | null
}

export type CreatedApiKey = {
  apiKey: ApiKey
  /** Shown only once */
  key: string
}

export type NewApiKey = {
  name: string
  /** Absent: every scope of your credential but admin */
  scopes?: ('ask' | 'content:read' | 'content:write' | 'notes:write' | 'admin')[]
  /** Absent or null: never */
  expiresAt?: string | null
}

export type OAuthClientList = {
  clients: OAuthClient[]
}

export type OAuthClient = {
  id: string
  name: string
  redirectUris: string[]
  kind: 'confidential' | 'public'
  createdAt: string
}

export type CreatedOAuthClient = {
  client: OAuthClient
  /** Shown only once */
  secret: string | null
}

export type NewOAuthClient = {
  name: string
  redirectUris: string[]
  kind?: 'confidential' | 'public'
}

export type Organization = {
  id: string
  name: string
  domain: string
  askEnabled: boolean
  /** The language model that writes answers; null: they are quoted */
  writtenBy: string | null
  /** Whether the service has a mail server */
  canSendEmail: boolean
}

export type OrganizationChange = {
  name?: string
  askEnabled?: boolean
}

export type ServiceState = {
  database: 'embedded' | 'postgres'
  /** Null: search uses words only */
  embedding: {
    model: string
    dimensions: number
    place: 'local' | 'remote'
  } | null
  /** Null: answers are quoted from the notes */
  chat: {
    model: string
    host: string
  } | null
  /** Null: the service sends no e-mail */
  mail: {
    host: string
    from: string
  } | null
  limits: {
    asksPerMinute: number
    indexPerMinute: number
    maxBodyBytes: number
  }
}

export type MailTrial = {
  ok: boolean
  ms: number
  message: string
}

export type ModelTrial = {
  /** Null: there is no such model */
  embedding: {
    ok: boolean
    ms: number
    message: string
  } | null
  /** Null: there is no such model */
  chat: {
    ok: boolean
    ms: number
    message: string
  } | null
}

export type InvitationList = {
  invitations: Invitation[]
  hasNextPage: boolean
}

export type Invitation = {
  id: string
  email: string
  /** Empty: the invited person enters it */
  name: string
  role: 'admin' | 'member' | 'viewer'
  /** Groups that the person joins */
  groups: {
    id: string
    name: string
  }[]
  /** `revoked` also if the member who invited is no longer an active admin */
  state: 'pending' | 'accepted' | 'expired' | 'revoked'
  invitedBy: {
    id: string
    name: string
  }
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  /** Null: not sent by e-mail */
  emailState: 'queued' | 'sent' | 'failed' | null
}

export type InvitationWithLink = {
  invitation: Invitation
  /** Works once; shown only here */
  url: string
}

export type NewInvitation = {
  email: string
  name?: string
  role?: 'admin' | 'member' | 'viewer'
  groupIds?: string[]
  expiresInDays?: number
  /** Also send the link by e-mail; only if the service has a mail server */
  sendEmail?: boolean
}

export type InvitationPreview = {
  rows: {
    /** Row of the table; the header is row 1 */
    row: number
    email: string
    name: string
    role: string
    /** Names */
    groups: string[]
    problems: string[]
  }[]
  /** Rows with problems; nobody can be invited until it is 0 */
  problemCount: number
}

export type InvitationTable = {
  /** A table with a header row: email, and optionally name, role and groups */
  csv: string
}

export type CreatedInvitations = {
  invitations: InvitationWithLink[]
}

export type NewInvitations = {
  /** A table with a header row: email, and optionally name, role and groups */
  csv: string
  expiresInDays?: number
  /** Also send the link by e-mail; only if the service has a mail server */
  sendEmail?: boolean
}

export type InvitationRenewal = {
  expiresInDays?: number
  /** Also send the link by e-mail; only if the service has a mail server */
  sendEmail?: boolean
}

export type PasswordLink = {
  /** Works once; shown only here */
  url: string
  expiresAt: string
}

export type ConnectionKinds = {
  kinds: {
    kind: string
    name: string
    description: string
    /** JSON Schema; secrets are marked as writeOnly */
    settings: Record<string, unknown>
    secrets: string[]
  }[]
}

export type ConnectionList = {
  connections: Connection[]
}

export type Connection = {
  id: string
  kind: string
  name: string
  /** Its data source */
  rootId: string
  /** Without secrets */
  settings: Record<string, unknown>
  /** Names of the secrets that are stored */
  secrets: string[]
  /** False: they were encrypted with another key and must be entered again */
  areSecretsReadable: boolean
  everyMinutes: number | null
  state: 'idle' | 'waiting' | 'running'
  /** Of the last run */
  outcome: 'done' | 'failed' | 'cancelled' | null
  /** Why the last run failed; with the outcome `done`, why it removed nothing and may lack items */
  lastError: string | null
  startedAt: string | null
  finishedAt: string | null
  nextRunAt: string | null
  /** Of the current run, or the last one */
  counts: {
    listed: number
    added: number
    changed: number
    removed: number
  }
  /** Items that the origin suddenly no longer lists; they are kept until a run with allowRemovals */
  heldRemovals: number
  problemCount: number
  /** The first items without text, with the reason */
  problems: {
    id: string
    title: string
    reason: string
  }[]
  createdAt: string
}

export type NewConnection = {
  id?: string
  /** The kind of origin */
  kind: string
  name: string
  /** The fields of the kind. A secret that is absent stays as it is stored, as long as no other setting changes */
  settings: Record<string, unknown>
  /** Minutes between two runs; null: on request only */
  everyMinutes?: number | null
  /** A data source that exists; absent: a new one with the name */
  rootId?: string
  /** Who can see the items of a new data source; absent: everyone */
  readers?: string[]
}

export type ConnectionTrial = {
  ok: boolean
  /** Why the origin cannot be read */
  message: string | null
  /** The first ten */
  items: {
    id: string
    title: string
    url: string
    updatedAt: string
    /** Null: everyone who can see the data source */
    readers: string[] | null
  }[]
}

export type ConnectionTrialRequest = {
  /** The kind of origin */
  kind: string
  /** The fields of the kind. A secret that is absent stays as it is stored, as long as no other setting changes */
  settings: Record<string, unknown>
  /** A connection whose secrets are used */
  id?: string
}

export type ConnectionChange = {
  name?: string
  /** The fields of the kind. A secret that is absent stays as it is stored, as long as no other setting changes */
  settings?: Record<string, unknown>
  /** Minutes between two runs; null: on request only */
  everyMinutes?: number | null
}

export type SyncRequest = {
  /** Confirms that this run removes everything that the origin no longer lists */
  allowRemovals?: boolean
}

export type LanguageModel = {
  /** Environment variables of the server, which win; the settings of the organization; or none */
  origin: 'environment' | 'settings' | 'none'
  /** The environment variables that are set; empty: the settings can be changed */
  variables: string[]
  provider: 'openai-compatible' | 'anthropic' | null
  baseUrl: string | null
  model: string | null
  hasApiKey: boolean
  /** False: the key was encrypted with another key of the server and must be entered again */
  isApiKeyReadable: boolean
  inputPrice: number | null
  outputPrice: number | null
  updatedAt: string | null
}

export type LanguageModelChange = {
  provider: 'openai-compatible' | 'anthropic'
  /** Address of the API, such as https://api.openai.com/v1 */
  baseUrl: string
  /** Name of the model on that server */
  model: string
  /** Never returned. Absent: the stored key, which works only for the same server; null: none */
  apiKey?: string | null
  /** US dollars per million input tokens */
  inputPrice?: number | null
  /** US dollars per million output tokens */
  outputPrice?: number | null
}

export type LanguageModelTrial = {
  ok: boolean
  question: string
  /** As people would get it; null: the model failed */
  answer: string | null
  /** Written by the model; quoted or refused, because nothing that it wrote was supported */
  mode: 'written' | 'quoted' | 'refused' | null
  failure:
    | 'key-rejected'
    | 'model-unknown'
    | 'address-wrong'
    | 'unreachable'
    | 'timeout'
    | 'limit-reached'
    | 'failed'
    | null
  /** What the server said, or why it could not be reached */
  message: string | null
  /** Time of the whole answer, in milliseconds */
  ms: number
  /** Null: the server does not report it */
  inputTokens: number | null
  outputTokens: number | null
  /** US dollars for this answer; null without prices or tokens */
  cost: number | null
}

export type LanguageModelTrialRequest = {
  provider?: 'openai-compatible' | 'anthropic'
  /** Address of the API, such as https://api.openai.com/v1 */
  baseUrl?: string
  /** Name of the model on that server */
  model?: string
  /** Never returned. Absent: the stored key, which works only for the same server; null: none */
  apiKey?: string | null
  /** US dollars per million input tokens */
  inputPrice?: number | null
  /** US dollars per million output tokens */
  outputPrice?: number | null
  /** Absent: a question about a document that you can see */
  question?: string
}

export type JobPage = {
  jobs: Job[]
  hasNextPage: boolean
  nextCursor: string | null
}

export type Job = {
  id: string
  /** Kind of work: answer, callback, digest … */
  kind: string
  /** dead: all attempts failed; it can be retried */
  state: 'waiting' | 'running' | 'done' | 'dead'
  /** Failed attempts so far */
  failures: number
  lastError: string | null
  createdAt: string
  /** When a waiting job runs next */
  dueAt: string | null
  finishedAt: string | null
}

export type CallbackPage = {
  callbacks: Callback[]
  hasNextPage: boolean
  nextCursor: string | null
}

export type Callback = {
  /** The webhook-id that receivers see, without msg_ */
  id: string
  /** Address without the query string */
  url: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  finishedAt: string | null
  attempts: {
    at: string
    durationMs: number
    /** HTTP status of the response */
    status: number | null
    error: string | null
  }[]
}

export type CallbackSecret = {
  /** Verifies the signatures of callbacks (Standard Webhooks) */
  secret: string
  createdAt: string
  /** Earlier secrets, also used for signing until they expire */
  replaced: {
    createdAt: string
    expiresAt: string
  }[]
}

export type AuditPage = {
  events: AuditEvent[]
  hasNextPage: boolean
  nextCursor: string | null
}

export type AuditEvent = {
  id: string
  at: string
  /** Null: an unknown person */
  memberId: string | null
  email: string | null
  /** How the person was authenticated; `oidc`: at an external issuer; `link`: by a link that works once; `schedule`: the service itself */
  via: 'api-key' | 'session' | 'token' | 'password' | 'passkey' | 'oidc' | 'link' | 'terminal' | 'schedule'
  /** The API key that was used */
  keyId: string | null
  /** The operationId; unarchiveNote, unshareAnswer; or signIn, signOut, setUp, acceptInvitation, requestPasswordReset, resetPassword, allowOauthClient, addPasskey, removePasskey */
  action: string
  /** Path of the affected resource, below /v1 */
  resource: string
  /** Notes that were deleted or restored; null for other operations */
  noteCount: number | null
  outcome: 'done' | 'refused'
  /** IP address of the request */
  address: string
  userAgent: string
  requestId: string
  /** Who could see the note before it was moved or shared; null: another action */
  audienceBefore: string[] | null
  /** Who could see it afterwards */
  audienceAfter: string[] | null
  /** The present name of the member; null: unknown or deleted */
  personName: string | null
  /** What the resource is; null: the service itself */
  objectKind:
    | 'note'
    | 'attachment'
    | 'item'
    | 'data-source'
    | 'member'
    | 'invitation'
    | 'group'
    | 'assistant'
    | 'connection'
    | 'api-key'
    | 'oauth-client'
    | null
  /** Its present title or name; null: it has none, was deleted, or the caller can’t see it */
  objectTitle: string | null
  /** Who of them could edit it before; `everyone`: all of them; null: another action */
  editorsBefore: string[] | null
  /** Who of them could edit it afterwards */
  editorsAfter: string[] | null
}

export type BackupState = {
  /** Whether automatic nightly backups are on (BACKUP_DIR) */
  isScheduled: boolean
  /** Number of automatic backups to keep */
  keep: number | null
  /** True only in a service with one organization: a backup contains all of them */
  isDownloadable: boolean
  backups: {
    name: string
    writtenAt: string
    sizeBytes: number
  }[]
}

export type BackupDownload = {
  /** Valid once, for a minute, in this browser session */
  url: string
  expiresAt: string
}

export type NewBackupDownload = {
  /** Encrypts the keys of the server. Without it they are left out, and a restored service makes new ones */
  passphrase?: string
}

export interface Operations {
  /** Ask a question */
  ask: {
    input: {
      /** Question, 1 to 16,000 characters */
      question: string
      /** Only data under this parent note */
      parentId?: string
      /** Use a specific assistant */
      assistantId?: string
      /** Only data of this data source */
      rootId?: string
      /** Conversation: a UUID of your choice. The first question creates it, later ones can refer to earlier ones */
      threadId?: string
      /** Alias of parentId */
      parentNoteId?: string
      /** With threadId: once answered, replaces this turn of the conversation and those after it */
      replaceTurnId?: string
      /** `research`: a longer report with sections. Needs a language model. Absent: an answer */
      mode?: 'research'
      /** `markdown`: the numbers in the answer are links to their sources. Absent: plain numbers */
      citations?: 'markdown'
      /** Address to send the answer to as well */
      callbackUrl?: string
      /** Further fields of the response: `related`, the nearest notes if nothing answers the question */
      include?: 'related' | 'related'[]
    }
    output: AnswerResult
  }
  /** Ask a question, in the query string */
  askByQuery: {
    input: {
      /** Question, 1 to 16,000 characters */
      question: string
      /** Only data under this parent note */
      parentId?: string
      /** Use a specific assistant */
      assistantId?: string
      /** Only data of this data source */
      rootId?: string
      /** Conversation: a UUID of your choice. The first question creates it, later ones can refer to earlier ones */
      threadId?: string
      /** Alias of parentId */
      parentNoteId?: string
      /** With threadId: once answered, replaces this turn of the conversation and those after it */
      replaceTurnId?: string
      /** `research`: a longer report with sections. Needs a language model. Absent: an answer */
      mode?: 'research'
      /** `markdown`: the numbers in the answer are links to their sources. Absent: plain numbers */
      citations?: 'markdown'
      /** Address to send the answer to as well */
      callbackUrl?: string
      /** Further fields of the response: `related`, the nearest notes if nothing answers the question */
      include?: 'related' | 'related'[]
    }
    output: AnswerResult
  }
  /** Ask a question and read the answer later */
  respondAsync: {
    input: {
      /** Question, 1 to 16,000 characters */
      question: string
      /** Only data under this parent note */
      parentId?: string
      /** Use a specific assistant */
      assistantId?: string
      /** Only data of this data source */
      rootId?: string
      /** Conversation: a UUID of your choice. The first question creates it, later ones can refer to earlier ones */
      threadId?: string
      /** Alias of parentId */
      parentNoteId?: string
      /** With threadId: once answered, replaces this turn of the conversation and those after it */
      replaceTurnId?: string
      /** `research`: a longer report with sections. Needs a language model. Absent: an answer */
      mode?: 'research'
      /** `markdown`: the numbers in the answer are links to their sources. Absent: plain numbers */
      citations?: 'markdown'
      /** Address to send the answer to as well */
      callbackUrl?: string
      /** Further fields of the response: `related`, the nearest notes if nothing answers the question */
      include?: 'related' | 'related'[]
    }
    output: AcceptedAnswer
  }
  /** Index a custom content */
  indexContent: {
    input: CustomContent
    output: Source
  }
  /** Delete custom content */
  deleteContent: {
    input: {
      /** Root id of the data source, which is created in the app */
      rootId: string
      /** Unique id of the object, scoped to rootId */
      id: string
    }
    output: DeleteResult
  }
  /** List custom content */
  listContent: {
    input: {
      /** Root id of the data source, which is created in the app */
      rootId: string
      /** Zero-based; default 0 */
      page?: number
      /** Default 20 */
      hitsPerPage?: number
    }
    output: ListResult
  }
  /** Trigger the digest of an assistant */
  digest: {
    input: {
      assistantId: string
    }
    output: string
  }
  /** Read a deferred answer */
  readAnswer: {
    input: {
      id: string
    }
    output: LaterAnswer
  }
  /** List your conversations, last asked first */
  listThreads: {
    input: {
      /** Part of the title */
      query?: string
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: ThreadPage
  }
  /** Read a conversation of yours, or one that a colleague shared */
  readThread: {
    input: {
      id: string
    }
    output: Thread
  }
  /** Rename a conversation */
  renameThread: {
    input: {
      id: string
    } & ThreadChange
    output: ThreadSummary
  }
  /** Delete a conversation, with its questions, answers and shared links */
  deleteThread: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Share a conversation with people who can see all of its sources, or stop sharing it */
  shareThread: {
    input: {
      id: string
    } & ThreadAudienceChange
    output: ThreadSummary
  }
  /** Index up to 100 custom contents */
  indexBatch: {
    input: ContentBatch
    output: BatchResult
  }
  /** Send the full list of ids; items with other ids are removed */
  indexSnapshot: {
    input: ItemSnapshot
    output: SnapshotResult
  }
  /** Index a file: PDF, Office, OpenDocument, mail, text and archives of these */
  indexFile: {
    input: {
      /** Root id of the data source, which is created in the app */
      rootId: string
      /** Unique id of the item, scoped to rootId */
      id: string
      /** Default: the title that the file itself gives, or its name */
      title?: string
      /** Address of the original; default: the service stores the file and serves it */
      url?: string
      /** Last update date; default: the date that the file itself gives, or the current time */
      updatedAt?: string
      /** The file */
      file: Blob
    }
    output: IndexedFile
  }
  /** Search all content, without an answer */
  search: {
    input: SearchRequest
    output: SearchResult
  }
  /** Find notes and items by their titles, as someone types */
  searchTitles: {
    input: {
      /** Words, or their beginnings, that the title contains; empty: any title */
      query?: string
      /** Only these notes, in this order; repeated for several */
      noteIdList?: string | string[]
      /** Only notes, without the files attached to them, or only items of data sources */
      kind?: 'note' | 'item'
      /** Only notes that you can edit */
      editableOnly?: boolean
      /** Maximum number of hits; default 10 */
      limit?: number
    }
    output: TitleSearchResult
  }
  /** Search notes by words */
  searchNotes: {
    input: {
      /** Words to search for; empty: every note, last edited first */
      query?: string
      /** Only this note and its subpages */
      parentNoteId?: string
      /** Only notes with this number of parents that you can see; 0: the top level */
      depth?: number
      /** Only notes in this state */
      reviewState?: 'Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired'
      /** Zero-based; default 0 */
      page?: number
      /** Default 20 */
      hitsPerPage?: number
      /** Inserted before each word found */
      highlightPreTag?: string
      /** Inserted after each word found */
      highlightPostTag?: string
      /** Only notes edited after this time */
      lastEditedAfter?: string
      /** Alias of lastEditedAfter; with both, the later one counts */
      lastUpdatedAfter?: string
      /** Include archived notes, after all others */
      includeArchived?: boolean
      /** Only archived notes */
      archivedOnly?: boolean
      /** Only notes that you can edit */
      editableOnly?: boolean
    }
    output: NoteSearchResult
  }
  /** List notes, 50 per page */
  listNotes: {
    input: {
      /** Only notes owned by this user or group */
      ownerId?: string
      /** Only direct children of this note */
      parentNoteId?: string
      /** Only notes without a parent that you can see */
      topOnly?: boolean
      /** Only notes whose text links to this note */
      linksTo?: string
      /** Only templates */
      templatesOnly?: boolean
      orderBy?: 'lastEditedAt_DESC' | 'lastEditedAt_ASC' | 'listPosition_DESC' | 'listPosition_ASC'
      /** nextCursor of the previous page */
      cursor?: string
      /** Include archived notes */
      includeArchived?: boolean
    }
    output: NoteList
  }
  /** List the direct children of a note, 50 per page */
  listNoteChildren: {
    input: {
      id: string
      orderBy?: 'lastEditedAt_DESC' | 'lastEditedAt_ASC' | 'listPosition_DESC' | 'listPosition_ASC'
      /** nextCursor of the previous page */
      cursor?: string
      /** Include archived notes */
      includeArchived?: boolean
    }
    output: NoteList
  }
  /** Create a note, private to you without a parent; with an `Idempotency-Key` header, repeated requests create it once */
  createNote: {
    input: NewNote
    output: WrittenNote
  }
  /** Read a note with its content */
  readNote: {
    input: {
      id: string
      /** Format of content; `sliteml` answers as `md` */
      format?: 'md' | 'html' | 'sliteml'
    }
    output: NoteWithContent
  }
  /** Change or move a note */
  changeNote: {
    input: {
      id: string
    } & NoteChange
    output: WrittenNote
  }
  /** List the earlier versions of a note */
  listNoteVersions: {
    input: {
      id: string
    }
    output: NoteVersionList
  }
  /** Read an earlier version of a note */
  readNoteVersion: {
    input: {
      id: string
      versionId: string
      /** Format of content; `sliteml` answers as `md` */
      format?: 'md' | 'html' | 'sliteml'
    }
    output: NoteVersion
  }
  /** Move a note with the subpages that the caller can see to the trash */
  deleteNote: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Mark a note as verified */
  verifyNote: {
    input: {
      id: string
    } & {
      /** When the verification expires; null: never */
      until: string | null
    }
    output: Note
  }
  /** Flag a note as outdated */
  flagNoteAsOutdated: {
    input: {
      id: string
    } & {
      /** What is outdated */
      reason: string
    }
    output: Note
  }
  /** Archive a note with its subpages, or restore it */
  archiveNote: {
    input: {
      id: string
    } & {
      archived: boolean
    }
    output: Note
  }
  /** Set the owner of a note to a user or a group */
  setNoteOwner: {
    input: {
      id: string
    } & {
      userId?: string
      groupId?: string
    }
    output: Note
  }
  /** Read who can see a note, and why */
  readNoteAudience: {
    input: {
      id: string
    }
    output: NoteAudience
  }
  /** Share a note, or let it inherit its audience */
  changeNoteAudience: {
    input: {
      id: string
    } & {
      /** `everyone`, `user:EMAIL`, `group:NAME`; null: same as parent, at the top level everyone */
      audience: string[] | null
    }
    output: NoteAudience
  }
  /** Read who would gain and lose access by moving a note */
  previewNoteMove: {
    input: {
      id: string
      /** The new parent; absent: the top level */
      parentNoteId?: string
    }
    output: NoteMoveEffect
  }
  /** Move a note with its subpages */
  moveNote: {
    input: {
      id: string
    } & NoteMoveRequest
    output: NoteMove
  }
  /** List your favourite notes, last edited first */
  listFavouriteNotes: {
    input: {
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: NoteList
  }
  /** Add a note to your favourites */
  addFavouriteNote: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Remove a note from your favourites */
  removeFavouriteNote: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Read who can see and who can edit a note, and why */
  readNoteRights: {
    input: {
      id: string
    }
    output: NoteRights
  }
  /** Change who can see and who can edit a note */
  changeNoteRights: {
    input: {
      id: string
    } & NoteRightsChange
    output: NoteRights
  }
  /** List notes and conversations that others shared with you or one of your groups */
  listSharedWithMe: {
    input: Record<never, never>
    output: SharedWithMe
  }
  /** List notes by review state, owner, channel and age */
  listManagedNotes: {
    input: {
      /** Only notes owned by one of these users or groups; repeated for several */
      ownerIdList?: string | string[]
      /** Only these notes and their subpages; repeated for several */
      channelIdList?: string | string[]
      /** Notes per page; default 20 */
      first?: number
      /** nextCursor of the previous page */
      cursor?: string
      /** Only notes in one of these states; repeated for several */
      reviewStateList?:
        | 'Verified'
        | 'Outdated'
        | 'VerificationRequested'
        | 'VerificationExpired'
        | ('Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired')[]
      /** Only notes edited in this number of last days */
      sinceDaysAgo?: number
    }
    output: NoteList
  }
  /** List notes that everyone in the organization can see */
  listPublicNotes: {
    input: {
      /** Only notes owned by one of these users or groups; repeated for several */
      ownerIdList?: string | string[]
      /** Only these notes and their subpages; repeated for several */
      channelIdList?: string | string[]
      /** Notes per page; default 20 */
      first?: number
      /** nextCursor of the previous page */
      cursor?: string
      /** Only notes in one of these states; repeated for several */
      reviewStateList?:
        | 'Verified'
        | 'Outdated'
        | 'VerificationRequested'
        | 'VerificationExpired'
        | ('Verified' | 'Outdated' | 'VerificationRequested' | 'VerificationExpired')[]
      /** Only notes edited in this number of last days */
      sinceDaysAgo?: number
    }
    output: NoteList
  }
  /** List notes that were not edited for 180 days and are not verified */
  listInactiveNotes: {
    input: {
      /** Only notes owned by one of these users or groups; repeated for several */
      ownerIdList?: string | string[]
      /** Only these notes and their subpages; repeated for several */
      channelIdList?: string | string[]
      /** Notes per page; default 20 */
      first?: number
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: NoteList
  }
  /** List notes without content */
  listEmptyNotes: {
    input: {
      /** Only notes owned by one of these users or groups; repeated for several */
      ownerIdList?: string | string[]
      /** Only these notes and their subpages; repeated for several */
      channelIdList?: string | string[]
      /** Notes per page; default 20 */
      first?: number
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: NoteList
  }
  /** Attach a file to a note; its text is found by search and answers if it can be read */
  addAttachment: {
    input: {
      id: string
    } & {
      /** The file */
      file: Blob
    }
    output: Attachment
  }
  /** List the files attached to a note */
  listAttachments: {
    input: {
      id: string
    }
    output: AttachmentList
  }
  /** Delete an attachment for good; links to it in the note stay and no longer open */
  deleteAttachment: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Count the notes that deleting a note would delete */
  previewNoteDeletion: {
    input: {
      id: string
    }
    output: DeletionPreview
  }
  /** List deleted notes, 50 per page: your own deletions, and every deletion for admins */
  listTrash: {
    input: {
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: TrashList
  }
  /** Restore a deleted note with its subpages */
  restoreFromTrash: {
    input: {
      id: string
    }
    output: RestoredBranch
  }
  /** Permanently delete a deleted note with its subpages */
  deleteFromTrash: {
    input: {
      id: string
    }
    output: undefined
  }
  /** List archived notes, 50 per page: each with the number of its archived subpages */
  listArchive: {
    input: {
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: ArchiveList
  }
  /** Read the owner of the credential */
  me: {
    input: Record<never, never>
    output: Me
  }
  /** List users, 50 per page */
  listUsers: {
    input: {
      /** Part of the name, or of the email address of users */
      query?: string
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: UserList
  }
  /** Read a user */
  readUser: {
    input: {
      id: string
    }
    output: User
  }
  /** List groups, 50 per page */
  listGroups: {
    input: {
      /** Part of the name, or of the email address of users */
      query?: string
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: GroupList
  }
  /** Read a group */
  readGroup: {
    input: {
      id: string
    }
    output: Group
  }
  /** Read whether and how the browser session can be confirmed */
  readConfirmation: {
    input: Record<never, never>
    output: ConfirmationState
  }
  /** Confirm that it is you, with your password or a passkey; valid for 5 minutes */
  confirmMe: {
    input: NewConfirmation
    output: undefined
  }
  /** List your own questions of the last 90 days, newest first */
  listMyQuestions: {
    input: {
      /** Part of the question */
      query?: string
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: HistoryPage
  }
  /** List a few questions that your notes answer */
  exampleQuestions: {
    input: Record<never, never>
    output: ExampleQuestions
  }
  /** Read one of your questions */
  readMyQuestion: {
    input: {
      id: string
    }
    output: AskedQuestion
  }
  /** Delete a question from your history, with its answer and shared link */
  deleteMyQuestion: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Rate an answer */
  rateAnswer: {
    input: {
      id: string
    } & Feedback
    output: AskedQuestion
  }
  /** Share an answer with colleagues who can see all of its sources, or stop sharing it */
  shareAnswer: {
    input: {
      id: string
    } & {
      isShared: boolean
    }
    output: AskedQuestion
  }
  /** Read an answer that a colleague shared */
  readSharedAnswer: {
    input: {
      id: string
    }
    output: SharedAnswer
  }
  /** Read a note, or an item of a data source, in Markdown */
  readContent: {
    input: {
      id: string
      /** Data source of the item; needed if several have an item with this id */
      rootId?: string
    }
    output: ReadableContent
  }
  /** Read the indexed passages of a note or an item */
  readDocument: {
    input: {
      id: string
    }
    output: ReadDocument
  }
  /** List one branch of the note tree, without archived notes */
  listNoteBranch: {
    input: {
      /** Absent: the notes at the top level */
      parentId?: string
      page?: number
    }
    output: NoteBranch
  }
  /** Read usage, unanswered questions and notes to review */
  insights: {
    input: {
      /** Number of days back */
      days?: '7' | '30' | '90'
    }
    output: Insights
  }
  /** List the latest answers, newest first; read a trace by its id */
  listAnswerTraces: {
    input: {
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: TracedAnswers
  }
  /** Read how an answer was found: passages found, used and dropped */
  readAnswerTrace: {
    input: {
      id: string
    }
    output: AnswerTrace
  }
  /** Subscribe to the digests of an assistant */
  subscribeToDigest: {
    input: {
      id: string
    } & NewDigestSubscription
    output: DigestSubscription
  }
  /** Unsubscribe from the digests of an assistant */
  unsubscribeFromDigest: {
    input: {
      id: string
    }
    output: undefined
  }
  /** List the digests in your inbox, 50 per page */
  listInbox: {
    input: {
      /** nextCursor of the previous page */
      cursor?: string
    }
    output: InboxPage
  }
  /** Read a digest of your inbox */
  readInboxDigest: {
    input: {
      id: string
    }
    output: InboxDigest
  }
  /** Mark a digest as read or unread */
  markInboxDigest: {
    input: {
      id: string
    } & {
      read: boolean
    }
    output: MarkedInboxEntry
  }
  /** List data sources */
  listDataSources: {
    input: Record<never, never>
    output: DataSourceList
  }
  /** Create a data source; its id is the rootId */
  createDataSource: {
    input: NewDataSource
    output: DataSource
  }
  /** Rename a data source, or change who reads and writes it */
  changeDataSource: {
    input: {
      id: string
    } & DataSourceChange
    output: DataSource
  }
  /** Delete a data source with all its items */
  deleteDataSource: {
    input: {
      id: string
    }
    output: undefined
  }
  /** List the items of a data source, newest first */
  listDataSourceItems: {
    input: {
      id: string
      /** Part of the title */
      query?: string
      page?: number
      hitsPerPage?: number
    }
    output: ItemPage
  }
  /** List assistants */
  listAssistants: {
    input: Record<never, never>
    output: AssistantList
  }
  /** Create an assistant */
  createAssistant: {
    input: NewAssistant
    output: Assistant
  }
  /** Change an assistant; omitted fields stay the same */
  changeAssistant: {
    input: {
      id: string
    } & AssistantChange
    output: Assistant
  }
  /** Delete an assistant */
  deleteAssistant: {
    input: {
      id: string
    }
    output: undefined
  }
  /** List members with their roles and groups, 100 per page */
  listMembers: {
    input: {
      query?: string
      page?: number
    }
    output: MemberList
  }
  /** Create a member with a temporary password */
  createMember: {
    input: NewMember
    output: MemberWithPassword
  }
  /** Rename a member, change their role, or suspend them */
  changeMember: {
    input: {
      id: string
    } & MemberChange
    output: Member
  }
  /** Reset the password of a member; ends their sessions and OAuth grants, and removes their passkeys */
  resetMemberPassword: {
    input: {
      id: string
    } & PasswordReset
    output: MemberWithPassword
  }
  /** Remove a member with their API keys and sessions */
  deleteMember: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Create a group */
  createGroup: {
    input: NewGroup
    output: ManagedGroup
  }
  /** Rename or describe a group, or change its members */
  changeGroup: {
    input: {
      id: string
    } & GroupChange
    output: ManagedGroup
  }
  /** Delete a group; its members lose the access that they had through it */
  deleteGroup: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Change your own password; ends your sessions and OAuth grants */
  changeMyPassword: {
    input: PasswordChange
    output: undefined
  }
  /** List your own API keys */
  listMyApiKeys: {
    input: Record<never, never>
    output: ApiKeyList
  }
  /** Create an API key that acts as you */
  createApiKey: {
    input: NewApiKey
    output: CreatedApiKey
  }
  /** Revoke one of your API keys; the next request with it is refused */
  revokeApiKey: {
    input: {
      id: string
    }
    output: undefined
  }
  /** List the OAuth clients of the organization */
  listOauthClients: {
    input: Record<never, never>
    output: OAuthClientList
  }
  /** Register an OAuth client */
  createOauthClient: {
    input: NewOAuthClient
    output: CreatedOAuthClient
  }
  /** Remove an OAuth client with every token issued to it */
  deleteOauthClient: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Read your organization */
  readOrganization: {
    input: Record<never, never>
    output: Organization
  }
  /** Rename the organization, or turn asking on or off */
  changeOrganization: {
    input: OrganizationChange
    output: Organization
  }
  /** Read the models in use and the limits of the service */
  readService: {
    input: Record<never, never>
    output: ServiceState
  }
  /** Send a test message to your own address */
  tryMail: {
    input: Record<never, never>
    output: MailTrial
  }
  /** Test the models with a short text each */
  tryModels: {
    input: Record<never, never>
    output: ModelTrial
  }
  /** List invitations with their state, newest first, 100 per page */
  listInvitations: {
    input: {
      /** Part of the name or address */
      query?: string
      page?: number
    }
    output: InvitationList
  }
  /** Invite a person; returns a link that works once */
  createInvitation: {
    input: NewInvitation
    output: InvitationWithLink
  }
  /** Check a CSV table of people to invite */
  previewInvitations: {
    input: InvitationTable
    output: InvitationPreview
  }
  /** Invite everyone in a CSV table, or nobody */
  createInvitations: {
    input: NewInvitations
    output: CreatedInvitations
  }
  /** Replace the link of an invitation; earlier links stop working */
  renewInvitation: {
    input: {
      id: string
    } & InvitationRenewal
    output: InvitationWithLink
  }
  /** Revoke an invitation; its links stop working */
  revokeInvitation: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Create a link with which a member chooses a new password */
  createPasswordLink: {
    input: {
      id: string
    }
    output: PasswordLink
  }
  /** List the kinds of origins with the schema of their settings */
  listConnectionKinds: {
    input: Record<never, never>
    output: ConnectionKinds
  }
  /** List connections with their progress */
  listConnections: {
    input: Record<never, never>
    output: ConnectionList
  }
  /** Connect an origin to a data source and start the first run */
  createConnection: {
    input: NewConnection
    output: Connection
  }
  /** Test settings without storing them, and preview ten items */
  tryConnection: {
    input: ConnectionTrialRequest
    output: ConnectionTrial
  }
  /** Read a connection with its progress */
  readConnection: {
    input: {
      id: string
    }
    output: Connection
  }
  /** Change a connection; other settings start a run that lists everything */
  changeConnection: {
    input: {
      id: string
    } & ConnectionChange
    output: Connection
  }
  /** Delete a connection with its secrets; the data source and its items stay */
  deleteConnection: {
    input: {
      id: string
    }
    output: undefined
  }
  /** Start a run now, unless one is running */
  syncConnection: {
    input: {
      id: string
    } & SyncRequest
    output: Connection
  }
  /** Cancel the current run; what it has written stays */
  cancelConnectionRun: {
    input: {
      id: string
    }
    output: Connection
  }
  /** Read which language model writes answers, without its key */
  readLanguageModel: {
    input: Record<never, never>
    output: LanguageModel
  }
  /** Set the language model; it writes the next answer */
  setLanguageModel: {
    input: LanguageModelChange
    output: LanguageModel
  }
  /** Remove the language model with its key; answers are quoted again */
  removeLanguageModel: {
    input: Record<never, never>
    output: undefined
  }
  /** Ask a question with these settings, without storing them; without a base URL, with the settings in use */
  tryLanguageModel: {
    input: LanguageModelTrialRequest
    output: LanguageModelTrial
  }
  /** List the jobs of the organization, newest first */
  listJobs: {
    input: {
      /** Only jobs in this state */
      state?: 'waiting' | 'running' | 'done' | 'dead'
      cursor?: string
    }
    output: JobPage
  }
  /** Retry a dead job */
  retryJob: {
    input: {
      id: string
    }
    output: Job
  }
  /** List the callbacks of the organization with their attempts, newest first */
  listCallbacks: {
    input: {
      cursor?: string
    }
    output: CallbackPage
  }
  /** Read the secret that callbacks are signed with */
  readCallbackSecret: {
    input: Record<never, never>
    output: CallbackSecret
  }
  /** Replace the secret that callbacks are signed with; the old one stays valid for 24 hours */
  rotateCallbackSecret: {
    input: Record<never, never>
    output: CallbackSecret
  }
  /** List audit events, newest first, 50 per page */
  listAuditEvents: {
    input: {
      /** Only this operation, by its operationId */
      action?: string
      /** Only actions of this person */
      email?: string
      /** Only this path below /v1 and paths below it: `/notes` for all notes, `/notes/{id}` for one */
      resource?: string
      since?: string
      until?: string
      cursor?: string
    }
    output: AuditPage
  }
  /** List automatic backups, newest first */
  readBackups: {
    input: Record<never, never>
    output: BackupState
  }
  /** Create an address at which the browser downloads a backup, once */
  createBackupDownload: {
    input: NewBackupDownload
    output: BackupDownload
  }
}

/** Operations whose response is a file. */
export interface FileOperations {
  /** Download the original of a file that the service stores */
  readFile: {
    input: {
      /** Root id of the data source, which is created in the app */
      rootId: string
      id: string
    }
  }
  /** Download an attachment */
  readAttachment: {
    input: {
      id: string
    }
  }
  /** Export the audit log as NDJSON or CSV */
  exportAuditEvents: {
    input: {
      /** Only this operation, by its operationId */
      action?: string
      /** Only actions of this person */
      email?: string
      /** Only this path below /v1 and paths below it: `/notes` for all notes, `/notes/{id}` for one */
      resource?: string
      since?: string
      until?: string
      /** One JSON object per line, or a table */
      format?: 'ndjson' | 'csv'
    }
  }
  /** Back up the whole service and download it */
  downloadBackup: {
    input: Record<never, never>
  }
}

export type OperationId = keyof Operations

export interface OperationRoute {
  method: string
  path: string
  /** The fields that go to the query string. */
  query: string[]
  hasBody: boolean
  /** The fields are sent as multipart/form-data. */
  isForm?: boolean
  isIdempotent: boolean
}

export const operations: Record<OperationId, OperationRoute> = {
  ask: {
    method: 'POST',
    path: '/ask',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  askByQuery: {
    method: 'GET',
    path: '/ask',
    query: [
      'question',
      'parentId',
      'assistantId',
      'rootId',
      'threadId',
      'parentNoteId',
      'replaceTurnId',
      'mode',
      'citations',
      'callbackUrl',
      'include',
    ],
    hasBody: false,
    isIdempotent: true,
  },
  respondAsync: {
    method: 'POST',
    path: '/ask/answers',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  indexContent: {
    method: 'POST',
    path: '/ask/index',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  deleteContent: {
    method: 'DELETE',
    path: '/ask/index',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listContent: {
    method: 'GET',
    path: '/ask/index',
    query: ['rootId', 'page', 'hitsPerPage'],
    hasBody: false,
    isIdempotent: true,
  },
  digest: {
    method: 'GET',
    path: '/ask/digest/{assistantId}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readAnswer: {
    method: 'GET',
    path: '/ask/answers/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listThreads: {
    method: 'GET',
    path: '/threads',
    query: ['query', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readThread: {
    method: 'GET',
    path: '/threads/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  renameThread: {
    method: 'PATCH',
    path: '/threads/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteThread: {
    method: 'DELETE',
    path: '/threads/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  shareThread: {
    method: 'PUT',
    path: '/threads/{id}/audience',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  indexBatch: {
    method: 'POST',
    path: '/ask/index/batch',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  indexSnapshot: {
    method: 'POST',
    path: '/ask/index/snapshot',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  indexFile: {
    method: 'POST',
    path: '/files',
    query: [],
    hasBody: false,
    isForm: true,
    isIdempotent: true,
  },
  search: {
    method: 'POST',
    path: '/search',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  searchTitles: {
    method: 'GET',
    path: '/search-titles',
    query: ['query', 'noteIdList', 'kind', 'editableOnly', 'limit'],
    hasBody: false,
    isIdempotent: true,
  },
  searchNotes: {
    method: 'GET',
    path: '/search-notes',
    query: [
      'query',
      'parentNoteId',
      'depth',
      'reviewState',
      'page',
      'hitsPerPage',
      'highlightPreTag',
      'highlightPostTag',
      'lastEditedAfter',
      'lastUpdatedAfter',
      'includeArchived',
      'archivedOnly',
      'editableOnly',
    ],
    hasBody: false,
    isIdempotent: true,
  },
  listNotes: {
    method: 'GET',
    path: '/notes',
    query: ['ownerId', 'parentNoteId', 'topOnly', 'linksTo', 'templatesOnly', 'orderBy', 'cursor', 'includeArchived'],
    hasBody: false,
    isIdempotent: true,
  },
  listNoteChildren: {
    method: 'GET',
    path: '/notes/{id}/children',
    query: ['orderBy', 'cursor', 'includeArchived'],
    hasBody: false,
    isIdempotent: true,
  },
  createNote: {
    method: 'POST',
    path: '/notes',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  readNote: {
    method: 'GET',
    path: '/notes/{id}',
    query: ['format'],
    hasBody: false,
    isIdempotent: true,
  },
  changeNote: {
    method: 'PUT',
    path: '/notes/{id}',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listNoteVersions: {
    method: 'GET',
    path: '/notes/{id}/versions',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readNoteVersion: {
    method: 'GET',
    path: '/notes/{id}/versions/{versionId}',
    query: ['format'],
    hasBody: false,
    isIdempotent: true,
  },
  deleteNote: {
    method: 'DELETE',
    path: '/notes/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  verifyNote: {
    method: 'PUT',
    path: '/notes/{id}/verify',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  flagNoteAsOutdated: {
    method: 'PUT',
    path: '/notes/{id}/flag-as-outdated',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  archiveNote: {
    method: 'PUT',
    path: '/notes/{id}/archived',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  setNoteOwner: {
    method: 'PUT',
    path: '/notes/{id}/owner',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  readNoteAudience: {
    method: 'GET',
    path: '/notes/{id}/audience',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  changeNoteAudience: {
    method: 'PUT',
    path: '/notes/{id}/audience',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  previewNoteMove: {
    method: 'GET',
    path: '/notes/{id}/move-preview',
    query: ['parentNoteId'],
    hasBody: false,
    isIdempotent: true,
  },
  moveNote: {
    method: 'PUT',
    path: '/notes/{id}/parent',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listFavouriteNotes: {
    method: 'GET',
    path: '/me/favourites',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  addFavouriteNote: {
    method: 'PUT',
    path: '/me/favourites/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  removeFavouriteNote: {
    method: 'DELETE',
    path: '/me/favourites/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readNoteRights: {
    method: 'GET',
    path: '/notes/{id}/rights',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  changeNoteRights: {
    method: 'PUT',
    path: '/notes/{id}/rights',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listSharedWithMe: {
    method: 'GET',
    path: '/shared-with-me',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listManagedNotes: {
    method: 'GET',
    path: '/knowledge-management/notes',
    query: ['ownerIdList', 'channelIdList', 'first', 'cursor', 'reviewStateList', 'sinceDaysAgo'],
    hasBody: false,
    isIdempotent: true,
  },
  listPublicNotes: {
    method: 'GET',
    path: '/knowledge-management/notes/public',
    query: ['ownerIdList', 'channelIdList', 'first', 'cursor', 'reviewStateList', 'sinceDaysAgo'],
    hasBody: false,
    isIdempotent: true,
  },
  listInactiveNotes: {
    method: 'GET',
    path: '/knowledge-management/notes/inactive',
    query: ['ownerIdList', 'channelIdList', 'first', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  listEmptyNotes: {
    method: 'GET',
    path: '/knowledge-management/notes/empty',
    query: ['ownerIdList', 'channelIdList', 'first', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  addAttachment: {
    method: 'POST',
    path: '/notes/{id}/attachments',
    query: [],
    hasBody: false,
    isForm: true,
    isIdempotent: false,
  },
  listAttachments: {
    method: 'GET',
    path: '/notes/{id}/attachments',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  deleteAttachment: {
    method: 'DELETE',
    path: '/attachments/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  previewNoteDeletion: {
    method: 'GET',
    path: '/notes/{id}/deletion',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listTrash: {
    method: 'GET',
    path: '/trash',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  restoreFromTrash: {
    method: 'PUT',
    path: '/trash/{id}/restore',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  deleteFromTrash: {
    method: 'DELETE',
    path: '/trash/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listArchive: {
    method: 'GET',
    path: '/archive',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  me: {
    method: 'GET',
    path: '/me',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listUsers: {
    method: 'GET',
    path: '/users',
    query: ['query', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readUser: {
    method: 'GET',
    path: '/users/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listGroups: {
    method: 'GET',
    path: '/groups',
    query: ['query', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readGroup: {
    method: 'GET',
    path: '/groups/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readConfirmation: {
    method: 'GET',
    path: '/me/confirm',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  confirmMe: {
    method: 'POST',
    path: '/me/confirm',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  listMyQuestions: {
    method: 'GET',
    path: '/questions',
    query: ['query', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  exampleQuestions: {
    method: 'GET',
    path: '/questions/examples',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readMyQuestion: {
    method: 'GET',
    path: '/questions/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  deleteMyQuestion: {
    method: 'DELETE',
    path: '/questions/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  rateAnswer: {
    method: 'PUT',
    path: '/questions/{id}/rating',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  shareAnswer: {
    method: 'PUT',
    path: '/questions/{id}/shared',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  readSharedAnswer: {
    method: 'GET',
    path: '/shared-answers/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readContent: {
    method: 'GET',
    path: '/content/{id}',
    query: ['rootId'],
    hasBody: false,
    isIdempotent: true,
  },
  readDocument: {
    method: 'GET',
    path: '/documents/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listNoteBranch: {
    method: 'GET',
    path: '/note-branches',
    query: ['parentId', 'page'],
    hasBody: false,
    isIdempotent: true,
  },
  insights: {
    method: 'GET',
    path: '/insights',
    query: ['days'],
    hasBody: false,
    isIdempotent: true,
  },
  listAnswerTraces: {
    method: 'GET',
    path: '/answer-traces',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readAnswerTrace: {
    method: 'GET',
    path: '/answer-traces/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  subscribeToDigest: {
    method: 'PUT',
    path: '/assistants/{id}/subscription',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  unsubscribeFromDigest: {
    method: 'DELETE',
    path: '/assistants/{id}/subscription',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listInbox: {
    method: 'GET',
    path: '/inbox',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readInboxDigest: {
    method: 'GET',
    path: '/inbox/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  markInboxDigest: {
    method: 'PUT',
    path: '/inbox/{id}/read',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listDataSources: {
    method: 'GET',
    path: '/data-sources',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createDataSource: {
    method: 'POST',
    path: '/data-sources',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  changeDataSource: {
    method: 'PATCH',
    path: '/data-sources/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteDataSource: {
    method: 'DELETE',
    path: '/data-sources/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listDataSourceItems: {
    method: 'GET',
    path: '/data-sources/{id}/items',
    query: ['query', 'page', 'hitsPerPage'],
    hasBody: false,
    isIdempotent: true,
  },
  listAssistants: {
    method: 'GET',
    path: '/assistants',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createAssistant: {
    method: 'POST',
    path: '/assistants',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  changeAssistant: {
    method: 'PATCH',
    path: '/assistants/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteAssistant: {
    method: 'DELETE',
    path: '/assistants/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    query: ['query', 'page'],
    hasBody: false,
    isIdempotent: true,
  },
  createMember: {
    method: 'POST',
    path: '/members',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  changeMember: {
    method: 'PATCH',
    path: '/members/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  resetMemberPassword: {
    method: 'POST',
    path: '/members/{id}/password',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteMember: {
    method: 'DELETE',
    path: '/members/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createGroup: {
    method: 'POST',
    path: '/groups',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  changeGroup: {
    method: 'PATCH',
    path: '/groups/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/groups/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  changeMyPassword: {
    method: 'PUT',
    path: '/me/password',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  listMyApiKeys: {
    method: 'GET',
    path: '/api-keys',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createApiKey: {
    method: 'POST',
    path: '/api-keys',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api-keys/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listOauthClients: {
    method: 'GET',
    path: '/oauth-clients',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createOauthClient: {
    method: 'POST',
    path: '/oauth-clients',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteOauthClient: {
    method: 'DELETE',
    path: '/oauth-clients/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readOrganization: {
    method: 'GET',
    path: '/organization',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  changeOrganization: {
    method: 'PATCH',
    path: '/organization',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  readService: {
    method: 'GET',
    path: '/service',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  tryMail: {
    method: 'POST',
    path: '/service/mail/trial',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  tryModels: {
    method: 'POST',
    path: '/service/models/trial',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    query: ['query', 'page'],
    hasBody: false,
    isIdempotent: true,
  },
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  previewInvitations: {
    method: 'POST',
    path: '/invitations/preview',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  createInvitations: {
    method: 'POST',
    path: '/invitations/bulk',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  renewInvitation: {
    method: 'POST',
    path: '/invitations/{id}/link',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/invitations/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createPasswordLink: {
    method: 'POST',
    path: '/members/{id}/password-link',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  listConnectionKinds: {
    method: 'GET',
    path: '/admin/connection-kinds',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  listConnections: {
    method: 'GET',
    path: '/admin/connections',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createConnection: {
    method: 'POST',
    path: '/admin/connections',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  tryConnection: {
    method: 'POST',
    path: '/admin/connection-trials',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  readConnection: {
    method: 'GET',
    path: '/admin/connections/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  changeConnection: {
    method: 'PATCH',
    path: '/admin/connections/{id}',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/admin/connections/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  syncConnection: {
    method: 'POST',
    path: '/admin/connections/{id}/sync',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  cancelConnectionRun: {
    method: 'POST',
    path: '/admin/connections/{id}/cancel',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  readLanguageModel: {
    method: 'GET',
    path: '/service/language-model',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  setLanguageModel: {
    method: 'PUT',
    path: '/service/language-model',
    query: [],
    hasBody: true,
    isIdempotent: true,
  },
  removeLanguageModel: {
    method: 'DELETE',
    path: '/service/language-model',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  tryLanguageModel: {
    method: 'POST',
    path: '/service/language-model/trial',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
  listJobs: {
    method: 'GET',
    path: '/admin/jobs',
    query: ['state', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  retryJob: {
    method: 'POST',
    path: '/admin/jobs/{id}/retry',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  listCallbacks: {
    method: 'GET',
    path: '/admin/callbacks',
    query: ['cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readCallbackSecret: {
    method: 'GET',
    path: '/admin/callback-secret',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  rotateCallbackSecret: {
    method: 'POST',
    path: '/admin/callback-secret/rotate',
    query: [],
    hasBody: false,
    isIdempotent: false,
  },
  listAuditEvents: {
    method: 'GET',
    path: '/admin/audit',
    query: ['action', 'email', 'resource', 'since', 'until', 'cursor'],
    hasBody: false,
    isIdempotent: true,
  },
  readBackups: {
    method: 'GET',
    path: '/admin/backups',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  createBackupDownload: {
    method: 'POST',
    path: '/admin/backup/downloads',
    query: [],
    hasBody: true,
    isIdempotent: false,
  },
}

export const fileOperations: Record<keyof FileOperations, OperationRoute> = {
  readFile: {
    method: 'GET',
    path: '/files/{rootId}/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  readAttachment: {
    method: 'GET',
    path: '/attachments/{id}',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
  exportAuditEvents: {
    method: 'GET',
    path: '/admin/audit/export',
    query: ['action', 'email', 'resource', 'since', 'until', 'format'],
    hasBody: false,
    isIdempotent: true,
  },
  downloadBackup: {
    method: 'GET',
    path: '/admin/backup',
    query: [],
    hasBody: false,
    isIdempotent: true,
  },
}
