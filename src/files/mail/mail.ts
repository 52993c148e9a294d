import type { InnerFile } from '../inner-files.ts'

/** A message, whatever format it comes in. */
export interface Mail {
  subject: string
  from: string
  to: string
  cc: string
  sentAt: Date | undefined
  text: string
  html: string
  attachments: InnerFile[]
}

/** The body of a message in pieces: what its sender wrote as HTML, and what they quoted as text. */
export interface MailBody {
  pieces: BodyPiece[]
  /** What the sender wrote, as plain text. */
  ownText: string
}

export type BodyPiece = { kind: 'own'; html: string } | { kind: 'quote'; text: string }

/** Returns a message's address as people write it: "Ada Lovelace <ada@example.org>". */
export function formatMailbox(name: string | undefined, address: string | undefined): string {
  if (!address) return name ?? ''
  return name && name !== address ? `${name} <${address}>` : address
}
