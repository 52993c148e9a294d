import { answersEndpoints } from './answers-endpoints.ts'
import { askEndpoints } from './ask-endpoints.ts'
import { assistantEndpoints } from './assistant-endpoints.ts'
import { attachmentEndpoints } from './attachment-endpoints.ts'
import { auditEndpoints } from './audit-endpoints.ts'
import { backupEndpoints } from './backup-endpoints.ts'
import { bulkEndpoints } from './bulk-endpoints.ts'
import { confirmationEndpoints } from './confirmation-endpoints.ts'
import { connectionEndpoints } from './connections-endpoints.ts'
import { credentialEndpoints } from './credential-endpoints.ts'
import { dataSourceEndpoints } from './data-source-endpoints.ts'
import { descriptions } from './descriptions.ts'
import type { Endpoint } from './endpoint.ts'
import { examples } from './examples.ts'
import { favouriteEndpoints } from './favourites-endpoints.ts'
import { fileEndpoints } from './file-endpoints.ts'
import { historyEndpoints } from './history-endpoints.ts'
import { inboxEndpoints } from './inbox-endpoints.ts'
import { invitationEndpoints } from './invitation-endpoints.ts'
import { jobsEndpoints } from './jobs-endpoints.ts'
import { knowledgeManagementEndpoints } from './knowledge-management-endpoints.ts'
import { llmEndpoints } from './llm-endpoints.ts'
import { memberEndpoints } from './member-endpoints.ts'
import { noteEndpoints } from './notes-endpoints.ts'
import { peopleEndpoints } from './people-endpoints.ts'
import { searchEndpoints } from './search-endpoints.ts'
import { serviceEndpoints } from './service-endpoints.ts'
import { sharingEndpoints } from './sharing-endpoints.ts'
import { threadsEndpoints } from './threads-endpoints.ts'
import { trashEndpoints } from './trash-endpoints.ts'

/** Every operation of the API. */
export const endpoints: Endpoint[] = [
  ...Object.values(askEndpoints),
  ...Object.values(answersEndpoints),
  ...Object.values(threadsEndpoints),
  ...Object.values(bulkEndpoints),
  ...Object.values(fileEndpoints),
  ...Object.values(searchEndpoints),
  ...Object.values(noteEndpoints),
  ...Object.values(favouriteEndpoints),
  ...Object.values(sharingEndpoints),
  ...Object.values(knowledgeManagementEndpoints),
  ...Object.values(attachmentEndpoints),
  ...Object.values(trashEndpoints),
  ...Object.values(peopleEndpoints),
  ...Object.values(confirmationEndpoints),
  ...Object.values(historyEndpoints),
  ...Object.values(inboxEndpoints),
  ...Object.values(dataSourceEndpoints),
  ...Object.values(assistantEndpoints),
  ...Object.values(memberEndpoints),
  ...Object.values(credentialEndpoints),
  ...Object.values(serviceEndpoints),
  ...Object.values(invitationEndpoints),
  ...Object.values(connectionEndpoints),
  ...Object.values(llmEndpoints),
  ...Object.values(jobsEndpoints),
  ...Object.values(auditEndpoints),
  ...Object.values(backupEndpoints),
].map((endpoint: Endpoint) => ({
  ...endpoint,
  description: endpoint.description ?? descriptions[endpoint.operationId],
  example: endpoint.example ?? examples[endpoint.operationId],
}))
