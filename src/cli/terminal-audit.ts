import type { App } from '../app.ts'

/** Records an action of the command line in the audit log. */
export function recordTerminalAction(
  app: Pick<App, 'auditLog'>,
  organizationId: string,
  action: string,
  resource: string,
  { person, outcome = 'done' }: { person?: { memberId: string; email: string }; outcome?: 'done' | 'refused' } = {},
): Promise<void> {
  return app.auditLog.record([
    {
      organizationId,
      memberId: person?.memberId ?? null,
      email: person?.email ?? null,
      via: 'terminal',
      keyId: null,
      action,
      resource,
      outcome,
      address: '',
      userAgent: '',
      requestId: '',
    },
  ])
}
