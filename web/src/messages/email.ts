import { defineMessages } from './define-messages.ts'

export const emailText = defineMessages('email', {
  title: 'Email',
  lead: 'Sends invitations, password links and digests. Set by environment variables when the server starts.',
  sendTest: 'Send test message',
  sending: 'Sending…',
  noServer: 'No mail server',
  noServerHint: 'Set SMTP_URL and MAIL_FROM to send email. Until then, copy links and send them yourself.',
  server: 'Mail server',
  from: 'Sender',
})
