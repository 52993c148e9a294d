import type { z } from 'zod'
import { type Caller, hasScope, requireScope } from '../access/caller.ts'
import type { newApiKey } from '../contract/credentials.ts'
import { validationMessage } from '../contract/errors.ts'
import { contentScopes } from '../contract/scopes.ts'
import { parseDateTime } from '../contract/text.ts'
import { AppError } from '../errors.ts'
import type { ApiKeys } from '../identity/api-keys.ts'

/** Returns the key that a caller asks for. It never has a scope that the credential lacks, and ends with the credential. */
export function toNewApiKey(
  caller: Caller,
  body: z.infer<typeof newApiKey>,
  now: Date,
): Parameters<ApiKeys['create']>[0] {
  const { organizationId, memberId, credential, role } = caller
  for (const scope of body.scopes ?? []) requireScope(caller, scope)
  if (body.scopes?.includes('admin') && role !== 'admin')
    throw new AppError('forbidden', 'Only an admin of the organization can create a key with the scope admin.')
  const expiresAt = body.expiresAt ? parseDateTime(body.expiresAt) : undefined
  if (expiresAt && expiresAt <= now)
    throw new AppError('validation', validationMessage, {
      details: { expiresAt: { message: 'must be in the future', value: body.expiresAt } },
    })
  return {
    organizationId,
    memberId,
    name: body.name.trim(),
    scopes: body.scopes ?? contentScopes.filter((scope) => hasScope(caller, scope)),
    ...(expiresAt && { expiresAt }),
    createdBy: credential,
  }
}
