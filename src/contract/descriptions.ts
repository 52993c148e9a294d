import type { Endpoint } from './endpoint.ts'

/** What each part of the API is for. */
export const tagDescriptions: Record<Endpoint['tag'], string> = {
  Ask: 'Questions, answers and conversations. An answer cites its sources, which the caller can see.',
  'Custom content': 'Items of data sources: documents of other systems, indexed beside the notes.',
  Search: 'Finding content without an answer.',
  Notes: 'The notes of the organization, with versions, audiences, reviews, archive and trash.',
  People: 'The caller, and the users and groups of the organization.',
  Digests: 'What is new in the scope of an assistant, and subscriptions to it.',
  Administration: 'Members, data sources, connections, assistants, credentials, models, jobs, audit log and backups.',
}

/** Describes each operation beyond its summary. Scope, role and rate limit are added from the contract. */
export const descriptions: Record<string, string> = {
  ask: 'Answers from the notes and items that the caller can see. Numbers such as [1] in `answer` point into `sources`. If nothing answers the question, the answer says so and `sources` is empty. With `Accept: text/event-stream` it responds as `POST /ask/stream` does, with `Prefer: respond-async` as `POST /ask/answers` does.',
  askByQuery:
    'Does the same as `POST /ask`, with the fields in the query string, for clients that send no body with a question.',
  indexContent:
    'Adds an item to a data source, or replaces the one with the same id; the last write wins. The item is searchable when the call returns. Content that has not changed costs no new embedding.',
  deleteContent:
    'Deletes an item of a data source. When the call returns, no search and no answer finds it. Deleting an item that does not exist succeeds, too.',
  listContent:
    'Lists the items of a data source, newest `updatedAt` first, then by id. A page past the end has no hits.',
  digest:
    'Returns in Markdown what is new or changed in the assistant’s scope and period, with numbered links. The same period and content give the same digest.',
  streamAnswer:
    'Answers as `POST /ask` does, with server-sent events. Errors before the first event are ordinary error responses; a later one is an `error` event.',
  respondAsync:
    'Returns an id at once. Read the answer with it, or name a `callbackUrl`: the callback has the same id in its header `Lorewell-Answer-Id`.',
  readAnswer:
    'Returns the state of a deferred answer: `pending`, `done` with `result`, or `failed` with `error`. Poll it every few seconds, or name a `callbackUrl` with the question. Answers are kept for seven days.',
  listThreads: 'Lists only the caller’s own conversations, 30 per page; `query` filters by title.',
  readThread:
    'Returns the questions and answers of a conversation. An answer with a source that the caller can no longer see is left out. While an answer is still written, the status is 202.',
  renameThread: 'Changes the title of a conversation. Only its owner can rename it.',
  deleteThread: 'Deletes a conversation for good. Shared links to it stop working at once.',
  shareThread:
    'Replaces the audience of a conversation. Readers can open it only if they can see every source of every answer in it; they cannot continue it.',
  indexBatch:
    'Returns one result per item, in order. An item that fails does not affect the others. Indexing an item twice is harmless, so a batch can be repeated.',
  indexStream:
    'Reads items as they arrive and answers one result per line, in order. Meant for large imports: neither side holds the whole list in memory.',
  indexSnapshot:
    'Removes items of the data source whose ids are not listed, for systems that do not report deletions. Lists of more than 50,000 ids are sent in parts, each with its range `from` and `to`.',
  indexFile:
    'Reads the text of a file and indexes it as an item. Without `url`, the service stores the original and serves it to the readers of the data source.',
  addAttachment:
    'Attaches a file of any kind to a note. Anyone who can see the note can download it. If its format is known, search and answers find its text; `skipped` says what could not be read, and the file is kept all the same.',
  listAttachments:
    'Lists the files attached to a note in the order in which they were added, without those of its subpages.',
  readAttachment:
    'Returns the file as it was uploaded. PDFs and pictures come with their type, everything else as a download of unknown type.',
  deleteAttachment:
    'Deletes the file and its text for good: it does not go to the trash. Links to it in the note and in its versions stay and lead nowhere.',
  readFile: 'Returns the original as it was uploaded. Readers of the data source can download it.',
  search:
    'Returns the best documents, each with its best passage, ranked by words and by meaning. Near-duplicates are counted instead of listed.',
  searchTitles:
    'Returns the notes and items whose titles contain every word, or its beginning. `noteIdList` looks up known notes: those that the caller cannot see are left out. `kind` leaves only notes or only items, `editableOnly` only notes that the caller can edit.',
  searchNotes:
    'Returns the notes that contain the words, best first, with highlights. Without words, returns every note that matches the filters, last edited first.',
  listFavouriteNotes:
    'Lists the caller’s favourites that they can see. Nobody else can list them. Pass `nextCursor` as `cursor` to read the next page.',
  addFavouriteNote:
    'Does nothing if the note is a favourite already. Favourites are of the caller: nobody else sees them.',
  removeFavouriteNote: 'Does nothing if the note is not a favourite. A note that is deleted is no longer a favourite.',
  listNotes: 'Lists the notes that the caller can see. Pass `nextCursor` as `cursor` to read the next page.',
  createNote:
    'Returns the new note. It is searchable when the call returns. Fields of other services that mean nothing here are ignored and named in `warnings`.',
  listManagedNotes:
    'Lists the notes that the caller can see, without archived ones, last edited first. Pass `nextCursor` as `cursor` to read the next page.',
  listPublicNotes:
    'Lists the notes that are shared with the whole organization, without archived ones, last edited first. No note is readable without signing in.',
  listInactiveNotes:
    'Lists, of the notes that the caller can see, those whose title and content stayed the same for 180 days. Archived and verified notes are left out.',
  listEmptyNotes:
    'Lists, of the notes that the caller can see, those with a title only. Markup without text counts as empty; archived notes are left out.',
  listNoteChildren: 'Lists the subpages one level below a note that the caller can see.',
  readNote: 'Returns the note with its content in Markdown or HTML.',
  changeNote:
    'Changes the fields that are sent and keeps the earlier text as a version. With `lastEditedAt` as you read it, the call fails with 409 if the note was edited since.',
  deleteNote:
    'Removes the note from lists, search and answers at once. It stays in the trash, where it can be restored, until the trash is emptied.',
  listNoteVersions: 'Lists versions, newest first, without the current one. Read one by its id.',
  readNoteVersion: 'Returns title and content of the note as they were in that version.',
  verifyNote:
    'Sets `reviewState` to `Verified`. When `until` has passed, the state becomes `VerificationExpired`. Verified notes can rank higher.',
  flagNoteAsOutdated: 'Sets `reviewState` to `Outdated`, with the reason for the note’s owner.',
  archiveNote: 'Archived notes stay readable in the archive; search and answers leave them out.',
  setNoteOwner: 'Sets the user or the group who takes care of the note. Send exactly one of `userId` and `groupId`.',
  readNoteRights:
    'Returns who can see the note and who of them can edit it, and the notes that the two lists are inherited from.',
  changeNoteRights:
    'Replaces one list of a note, or both; subpages that inherit from it follow. Applies to the next request. Admins who can see a note can change its lists even if they cannot edit it; a key or token needs the scope `admin` for that.',
  listSharedWithMe:
    'Leaves out what is open to everyone, the notes that you own, and conversations with a source that you cannot see.',
  readNoteAudience: 'Returns the audience of a note, and the note that it is inherited from.',
  changeNoteAudience:
    'Replaces the audience of a note; subpages that inherit from it follow. Applies to the next request.',
  previewNoteMove:
    'Compares the audience of the note with the one it would have below its new parent. Changes nothing.',
  moveNote: 'Returns who gained and lost access, and the former place, to move the note back to.',
  previewNoteDeletion: 'Counts the note and its subpages that would move to the trash. Changes nothing.',
  listTrash:
    'Deleted notes are kept for a number of days that the operator sets. Titles that the caller cannot see are left out.',
  restoreFromTrash:
    'Puts the notes back in their place with their audience. The person who deleted them and admins can do it.',
  deleteFromTrash: 'Deletes the notes with their versions for good. This cannot be undone.',
  listArchive: 'Lists the archived notes that the caller can see, last archived first.',
  me: 'Returns name and email address of the person whose key, token or session it is, and their organization.',
  listUsers: 'Lists the people of the organization; `query` filters by name or email address.',
  readUser: 'Returns name and email address of a person of the organization.',
  listGroups: 'Lists the groups of the organization; `query` filters by name.',
  createGroup: 'Groups can be readers of notes and data sources, as `group:NAME`.',
  readGroup: 'Returns the name of a group and the ids of its members.',
  changeGroup:
    'Changes the fields that are sent. `memberIds` replaces all members; `addMemberIds` and `removeMemberIds` keep what others change at the same time. New members get the access of the group with their next request.',
  deleteGroup:
    'Deletes the group, not its members. Applies to their next request. Refused while notes, also in the trash, are shared with this group alone: nobody could see them any more.',
  readConfirmation:
    'Tells a browser session whether it was just confirmed, and whether the person has a password or a passkey to do so.',
  confirmMe: 'Unlocks operations that need a recent confirmation, such as backups, for this browser session.',
  listMyQuestions:
    'Lists questions that the caller asked in the app; `query` filters by their text. Nobody else can list them.',
  exampleQuestions:
    'Returns questions to start with. Each was asked with your rights, and is answered from a document that you can see.',
  readMyQuestion: 'Returns the question with its answer and sources, as far as the caller can still see them.',
  deleteMyQuestion: 'Deletes the question for good. A shared link to its answer stops working at once.',
  rateAnswer: 'Stores whether the answer helped, with a reason. Ratings count in the insights of admins.',
  shareAnswer:
    'Makes the answer readable at a link, or ends that. The link opens only for colleagues who can see every source.',
  readSharedAnswer: 'Returns an answer at its shared link, with question and sources.',
  readContent: 'Reads whatever id `ask` and `search` return, whether it belongs to a note or to an item.',
  readDocument: 'Returns the passages of a document in their order, as search and answers use them.',
  listNoteBranch: 'Returns the notes one level below a note, as the tree in the app shows them.',
  insights:
    'Returns counts of questions and ratings, questions without an answer, and notes that need a review, for a period.',
  listAnswerTraces: 'Lists how recent answers were found, for admins who look into a wrong or missing answer.',
  readAnswerTrace: 'Returns the steps of one answer. Content that the admin cannot see is left out.',
  subscribeToDigest:
    'Delivers each digest of the assistant to the caller’s inbox, and to `webhookUrl` if there is one.',
  unsubscribeFromDigest: 'Ends the caller’s subscription. Digests in the inbox stay.',
  listInbox: 'Lists digests, newest first, each with whether it was read.',
  readInboxDigest: 'Returns the digest, without entries that the caller can no longer see.',
  markInboxDigest: 'Sets whether the digest counts as read. The app shows the number of unread ones.',
  listDataSources:
    'Lists the data sources that the caller can read or write; admins see all of them, without their items.',
  createDataSource: 'Returns the new, empty data source. Readers can see its items; writers can index and delete them.',
  changeDataSource: 'Changes the fields that are sent. Readers and writers apply to the next request.',
  deleteDataSource: 'Deletes the data source for good. When the call returns, no search and no answer finds its items.',
  listDataSourceItems: 'Returns one page of items with their titles and dates; `query` filters by title.',
  listAssistants: 'Lists the assistants that the caller can use; admins see all of them.',
  createAssistant:
    'An assistant answers within a scope of notes and data sources, with instructions. It never shows more than the caller can see.',
  changeAssistant: 'Scope, instructions and audience apply to the next question.',
  deleteAssistant: 'Ends its digests. A question that names it afterwards is 404 `assistant-not-found`.',
  listMembers: 'Lists everyone who can sign in, suspended members included; `query` filters by name or email address.',
  createMember: 'Returns the temporary password once, to hand over to the member.',
  changeMember:
    'Changes the fields that are sent. A suspended member cannot sign in, and their keys and tokens are refused.',
  deleteMember: 'Removes the member for good. Notes that only they could see stay stored, and nobody can see them.',
  resetMemberPassword: 'Returns a temporary password once, to hand over to the member.',
  changeMyPassword: 'Needs the current password. Other devices have to sign in again.',
  listMyApiKeys:
    'Lists the keys with their scopes and the time of their last use. The keys themselves are never shown again.',
  createApiKey: 'Returns the key once. It has at most the scopes of the credential that creates it.',
  revokeApiKey: 'Revokes the key for good. Keys of others cannot be revoked.',
  listOauthClients: 'Lists registered clients with their redirect addresses, without their secrets.',
  createOauthClient: 'Returns the client id and, for a confidential client, the secret once.',
  deleteOauthClient: 'Ends every sign-in through this client at once.',
  readOrganization: 'Returns name and domain of the organization, and whether asking is turned on.',
  changeOrganization: 'Changes the fields that are sent. While asking is off, asking and indexing are refused.',
  readService: 'Returns the database, the models and the limits in use, for admins who check an installation.',
  tryModels: 'Calls each model that is configured and returns how long it took, or the error.',
  listConnectionKinds: 'Returns a JSON schema per kind, from which a form can be made.',
  listConnections:
    'Returns state, counts, the last error and the next run of each connection. Secrets are never returned.',
  createConnection: 'Creates the data source as well, unless `rootId` names one. Secrets are stored encrypted.',
  tryConnection: 'Connects to the origin and returns ten items as a preview, or the reason why it failed.',
  readConnection: 'Returns state, counts, the last error, the next run, and items without text with their reasons.',
  changeConnection: 'Changes the fields that are sent. Secrets that are absent stay as they are stored.',
  deleteConnection: 'Ends the synchronization. Delete the data source to delete the items, too.',
  syncConnection: 'Lists what has changed at the origin, reads it, and removes what the origin no longer has.',
  cancelConnectionRun: 'Stops the run. The next one continues where it was.',
  readLanguageModel:
    'Returns provider, address and model, and whether environment variables or these settings chose it.',
  setLanguageModel: 'The key is stored encrypted and never returned. Passages that answers use are sent to this model.',
  removeLanguageModel: 'Answers consist of quoted passages until a model is set again.',
  tryLanguageModel:
    'Returns the answer of the model and how long it took, or the error, to check settings before they are stored.',
  listJobs:
    'Jobs do work in the background, such as callbacks, digests and deferred answers. A job that failed too often is `dead`.',
  retryJob: 'Runs the job again, with all its attempts.',
  listCallbacks:
    'Returns addresses, states and the outcome of each attempt, for admins who look into a missing callback.',
  readCallbackSecret: 'Callbacks follow Standard Webhooks: receivers verify their signatures with this secret.',
  rotateCallbackSecret: 'Both secrets sign for 24 hours, so that receivers can change over without losing a callback.',
  listAuditEvents:
    'Returns who changed what and when, and sensitive reads. Texts of notes and questions are not recorded.',
  exportAuditEvents: 'Returns every event that matches the filters as one file. The export is itself recorded.',
  readBackups:
    'Returns name, date and size of each automatic backup on the server, and whether automatic backups are on.',
  downloadBackup:
    'Returns one archive with the content of the service. Available only in a service with one organization.',
  createBackupDownload: 'The address works once, for a minute, in the browser session that created it.',
}
