import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Caller } from '../../src/access/caller.ts'
import { applyOrganization } from '../../src/cli/apply/apply-organization.ts'
import { readOrganizationFile } from '../../src/cli/apply/read-organization-file.ts'
import type { Config } from '../../src/config.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import type { Reader } from '../../src/models/reader.ts'
import { createTestApp } from '../../test/support/test-app.ts'

export interface HandbookQuestion {
  id: string
  kind: string
  question: string
  as: 'everyone' | 'People' | 'Finance' | 'Engineering'
  answerable: boolean
  answer?: string[]
  source?: string[]
  avoid?: string[]
  withheld?: string[]
}

export function readQuestions(): HandbookQuestion[] {
  return readLines<HandbookQuestion>('questions.jsonl')
}

/** A question in another language than the page that answers it. */
export type ForeignQuestion = Required<Pick<HandbookQuestion, 'id' | 'question' | 'answerable' | 'answer'>>

export function readForeignQuestions(): ForeignQuestion[] {
  return readLines<ForeignQuestion>('other-languages.jsonl')
}

function readLines<T>(name: string): T[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

export type SampleApp = Awaited<ReturnType<typeof createSampleApp>>

const askerNames = { everyone: 'jelle', People: 'tamsin', Finance: 'mirthe', Engineering: 'noor' } as const

/** Loads the sample company into an empty store and creates the four callers. */
export async function createSampleApp({
  embedder,
  reader,
  config,
}: {
  embedder?: Embedder
  reader?: Reader
  config?: Partial<Config>
} = {}) {
  const service = await createTestApp({ embedder, reader, config })
  const path = fileURLToPath(new URL('../../sample/handbook.yaml', import.meta.url))
  await applyOrganization(service.app, readOrganizationFile(readFileSync(path, 'utf8'), path), () => {})
  await service.app.backlog?.whenDrained()
  const callers = new Map<HandbookQuestion['as'], Caller>()
  const keys = new Map<HandbookQuestion['as'], string>()
  const organization = (await service.app.organizations.list())[0]
  if (!organization) throw new Error('The sample created no organization')
  for (const [as, name] of Object.entries(askerNames) as [HandbookQuestion['as'], string][]) {
    const member = await service.app.members.findByEmail(organization.id, `${name}@larkwain.test`)
    if (!member) throw new Error(`The sample has no ${name}`)
    const created = await service.app.apiKeys.create({
      organizationId: organization.id,
      memberId: member.id,
      name: 'test',
    })
    keys.set(as, created.key)
  }
  const { createRequestAuthenticator } = await import('../../src/identity/request-authenticator.ts')
  const credentials = createRequestAuthenticator({ database: service.database, now: () => new Date() })
  for (const [as, key] of keys) callers.set(as, (await credentials.authenticate({ 'x-api-key': key })) as Caller)
  return { ...service, callers, keys }
}

/** Compares as eval/handbook/README.md describes: without markup, with single spaces and whole numbers. */
export function containsPhrase(text: string, phrase: string): boolean {
  const plain = (part: string) => part.toLowerCase().replace(/[*`]/g, '').replace(/\s+/g, ' ')
  const pattern = plain(phrase).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const before = /^\d/.test(phrase) ? '(?<!\\d)' : ''
  const after = /\d$/.test(phrase) ? '(?!\\d)' : ''
  return new RegExp(`${before}${pattern}${after}`, 'u').test(plain(text))
}
