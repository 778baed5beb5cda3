import { expect, onTestFinished, test } from 'vitest'
import type { MailSettings } from '#server/config/mail-settings.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { testServer } from '#tests/support/test-server.ts'
import { sendTestMail } from './send-test-mail.ts'

test('the command sends a mail, and states why it could not be sent', async () => {
  const { db, config, services } = await testServer()
  await db.updateTable('instance').set({ name: 'Fine\r\nMusic' }).execute()
  const smtp = await startSmtpServer()
  onTestFinished(smtp.close)
  const run = (argument: string, mail: MailSettings | null) =>
    sendTestMail({ db, config: { ...config, mail }, log: services.log, argument })
  const server = `127.0.0.1:${smtp.port}`

  expect(await run('ada@zürich.example', smtp.settings)).toBe(
    `${server} has accepted a mail from flipside@music.example to ada@xn--zrich-kva.example.`,
  )
  expect(smtp.mails.map(({ to, headers }) => [to, headers.get('subject'), headers.get('from')])).toEqual([
    // smtp-server converts the domain back.
    [['ada@zürich.example'], ['Test mail of Fine Music'], ['Fine Music <flipside@music.example>']],
  ])
  expect(smtp.mails[0]?.raw).toContain('\r\nTo: ada@xn--zrich-kva.example\r\n')
  await expect(run('ada@home.example', null)).rejects.toThrow('SMTP_URL is not set: this server sends no mail.')
  await expect(run('ada@home.example, eve@evil.example', smtp.settings)).rejects.toThrow(
    'not the address of one mailbox',
  )
  await expect(run('ada@home.example', { ...smtp.settings, tls: 'required' })).rejects.toThrow(
    `${server} has not accepted the mail: it offers no valid encryption (STARTTLS) (ETLS`,
  )
  const login = { user: 'ada', password: 'hunter2' }
  await expect(run('ada@home.example', { ...smtp.settings, login })).rejects.toThrow(
    `${server} has not accepted the mail: it rejects the user or the password (EAUTH, 535).`,
  )
})
