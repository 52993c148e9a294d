import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { createTestSmtpServer, type TestSmtpServer, testCertificate } from '../support/smtp-server.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('that people are invited, join, and choose a new password')

describe.skipIf(browserUnavailableReason)('people', () => {
  let smtp: TestSmtpServer
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    smtp = await createTestSmtpServer()
    const from = 'Lorewell <lorewell@acme.test>'
    const smtpUrl = `smtp://localhost:${smtp.port}`
    app = await startBrowserApp(
      { mail: { smtpUrl, from } },
      { mailer: createSmtpMailer({ smtpUrl, from, ca: testCertificate.cert }) },
    )
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Platform'] })
  })
  afterAll(async () => {
    await app?.closeAll()
    await smtp?.close()
  })

  const button = (name: string, where: Page | Locator) => where.getByRole('button', { name, exact: true })

  describe.each([
    { by: 'mouse', colorScheme: 'light', width: 1440 },
    { by: 'keyboard', colorScheme: 'dark', width: 390 },
  ] as const)('with the $by, $colorScheme, $width pixels wide', ({ by, colorScheme, width }) => {
    const open = async (person?: Person) => {
      const opened = await app.openPage(person && { organizationId: 'acme', person }, { colorScheme, width })
      return { ...opened, hands: by === 'mouse' ? mouseDriver() : keyboardDriver(opened.page) }
    }
    const email = `grace-${by}@mail.test`

    test('an admin invites a person, who joins with the link', async () => {
      const { page, problems, hands, context } = await open(ada)
      await page.goto('/settings/members')
      await hands.press(button('Invite member', page))
      const dialog = page.getByRole('dialog')
      await hands.enterText(dialog.getByLabel('Email', { exact: true }), email)
      await hands.toggle(dialog.getByLabel('Platform'))
      await hands.toggle(dialog.getByLabel('Send the link by email'))
      expect(await findAxeViolations(page)).toEqual([])
      await hands.press(button('Invite', dialog))
      const link = (await dialog.getByTestId('secret').textContent()) ?? ''
      expect(link).toContain('/invite/')
      await hands.press(button('Done', dialog))
      const invitations = page.getByRole('region', { name: 'Invitations' })
      const entry = invitations.getByRole('listitem').filter({ hasText: email })
      await entry.getByText('pending').waitFor()
      expect(await findAxeViolations(page)).toEqual([])

      const guest = await open()
      await guest.page.goto(link)
      expect(await findAxeViolations(guest.page)).toEqual([])
      await guest.hands.enterText(guest.page.getByLabel('Your name'), 'Grace')
      await guest.hands.enterText(guest.page.getByLabel('Password'), 'a good password')
      await guest.hands.press(button('Join', guest.page))
      await guest.page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
      expect(guest.problems).toEqual([])
      await guest.context.close()

      await page.reload()
      await entry.getByText('accepted').waitFor()
      await page.getByRole('button', { name: 'Change Grace' }).first().waitFor()
      expect(problems).toEqual([])
      await context.close()
    })

    test('a table names the problem of each row, and then invites everybody', async () => {
      const { page, problems, hands, context } = await open(ada)
      await page.goto('/settings/members')
      await hands.press(button('Invite several', page))
      const dialog = page.getByRole('dialog')
      const table = dialog.getByLabel('People', { exact: true })
      await table.fill(`name,email,groups\nLin,lin-${by}@mail.test,Platform\nKay,nowhere,Night shift`)
      await hands.press(button('Check', dialog))
      await dialog.getByText('nowhere is not an email address. There is no group Night shift.').waitFor()
      await expect.poll(() => button('Invite 2 people', dialog).isDisabled()).toBe(true)
      expect(await findAxeViolations(page)).toEqual([])
      await hands.press(button('Back', dialog))
      await table.fill(`name,email,groups\nLin,lin-${by}@mail.test,Platform\nKay,kay-${by}@mail.test,`)
      await hands.press(button('Check', dialog))
      await hands.press(button('Invite 2 people', dialog))
      await dialog.getByText(`kay-${by}@mail.test`).waitFor()
      await hands.press(button('Done', dialog))
      await page.getByRole('region', { name: 'Invitations' }).getByText('Lin').first().waitFor()
      await expect.poll(() => smtp.received.filter(({ to }) => to[0]?.endsWith(`-${by}@mail.test`)).length).toBe(2)
      expect(problems).toEqual([])
      await context.close()
    })

    test('an admin corrects the name of a member', async () => {
      await app.person('acme', `misspelt-${by}`)
      const { page, problems, hands, context } = await open(ada)
      await page.goto('/settings/members')
      await hands.press(button(`Change misspelt-${by}`, page))
      await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter')
      const name = page.getByRole('dialog').getByLabel('Name')
      expect(await name.inputValue()).toBe(`misspelt-${by}`)
      expect(await findAxeViolations(page)).toEqual([])
      await hands.enterText(name, `Véra Łukasiewicz ${by}`)
      await hands.press(button('Rename', page.getByRole('dialog')))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(`Change Véra Łukasiewicz ${by}`, page).waitFor()
      expect(problems).toEqual([])
      await context.close()
    })

    test('an admin revokes an invitation, and creates a reset link', async () => {
      const zoe = await app.person('acme', `zoe-${by}`)
      const { page, problems, hands, context } = await open(ada)
      await page.goto('/settings/members')
      await hands.press(button(`Change the invitation for lin-${by}@mail.test`, page))
      await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter')
      await page.getByText('Invitation revoked').waitFor()
      await hands.press(button(`Change zoe-${by}`, page))
      await page.getByRole('menuitem', { name: 'Create reset link' }).press('Enter')
      const link = (await page.getByTestId('secret').textContent()) ?? ''
      expect(link).toContain('/reset-password/')
      expect(problems).toEqual([])
      await context.close()

      const guest = await open()
      await guest.page.goto(link)
      expect(await findAxeViolations(guest.page)).toEqual([])
      await guest.hands.enterText(guest.page.getByLabel('New password'), 'another password')
      await guest.hands.press(button('Change password', guest.page))
      await guest.page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
      await guest.hands.press(guest.page.getByRole('link', { name: 'Go to sign-in' }))
      await guest.hands.enterText(guest.page.getByLabel('Email'), zoe.email)
      await guest.hands.enterText(guest.page.getByLabel('Password'), 'another password')
      await guest.hands.press(button('Sign in', guest.page))
      await guest.page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
      expect(guest.problems).toEqual([])
      await guest.context.close()
    })

    test('a person who forgot the password asks for a link', async () => {
      const { page, problems, hands, context } = await open()
      await page.goto('/sign-in')
      expect(await findAxeViolations(page)).toEqual([])
      await hands.press(page.getByRole('link', { name: 'Forgot password?' }))
      await page.waitForURL('**/forgot-password')
      expect(await findAxeViolations(page)).toEqual([])
      await hands.enterText(page.getByLabel('Email'), 'nobody@mail.test')
      await hands.press(button('Send link', page))
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    })

    test('an admin sends a test message', async () => {
      const { page, problems, hands, context } = await open(ada)
      await page.goto('/settings/email')
      await hands.press(button('Send test message', page))
      await page.getByText(`The mail server took the message to ${ada.email}.`).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    })

    test('the navigation counts unread digests until they are read', async () => {
      const kim = await app.person('acme', `kim-${by}`)
      for (const day of [1, 2])
        await sql`
          insert into inbox_digest (org_id, id, member_id, assistant_id, assistant_name, scheduled_for, told_until, days,
            language, more_count, deleted_count, delivered_at)
          values ('acme', ${`${by}-${day}`}, ${kim.id}, 'weekly', ${`Weekly ${day}`}, now() - ${day} * interval '1 day',
            now(), 7, 'en', 0, 1, now() - ${day} * interval '1 day')`.execute(app.database.unrestricted)
      const { page, problems, hands, context } = await open(kim)
      await page.goto('/')
      if (width < 1024) await hands.press(button('Open navigation', page))
      const inbox = page.getByRole('link', { name: /^Inbox 2 unread$/ })
      await hands.press(inbox)
      // Opening the inbox shows the newest digest.
      await page.getByRole('heading', { name: 'Delivered, 1 unread' }).waitFor()
      await hands.press(page.getByRole('button', { name: /Weekly 2/ }))
      await page.getByRole('heading', { name: 'Delivered', exact: true }).waitFor()
      if (width < 1024) await hands.press(button('Open navigation', page))
      await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    })
  })
})
