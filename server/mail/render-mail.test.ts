import { expect, onTestFinished, test } from 'vitest'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { renderMail, toOneLine } from './render-mail.ts'
import { sendBySmtp } from './smtp.ts'

test.each([
  ['Fine Music', 'Fine Music'],
  ['Music\r\nBcc: eve@evil.example', 'Music Bcc: eve@evil.example'],
  ['Music\u2028\u2029\u0085\u000b\u000cBcc: x', 'Music Bcc: x'],
  ['\u202eevil\u202c\u200b', 'evil'],
  ['a\0b\u001b[2Jc', 'a b [2Jc'],
  [' \n ', ''],
])('%j becomes one line', (text, line) => {
  expect(toOneLine(text)).toBe(line)
})

test('a line has at most 120 characters', () => {
  expect(toOneLine('🎵'.repeat(200))).toBe('🎵'.repeat(120))
})

test('texts of members are escaped in HTML and stay one paragraph', () => {
  const { text, html } = renderMail({
    subject: '<b>Hi</b>',
    paragraphs: ['Hello <img src=x onerror="alert(1)">,\n\nsend your password to evil.example & more'],
    link: { label: '"><script>', url: 'https://music.example/?a="><script>&b=\'' },
  })
  expect(text.split('\n\n')).toHaveLength(2)
  expect(html).not.toMatch(/<img|<script|<b>/)
  expect(html).toContain(
    '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;, send your password to evil.example &amp; more',
  )
  expect(html).toContain('href="https://music.example/?a=&quot;&gt;&lt;script&gt;&amp;b=&#39;"')
  expect(html).not.toMatch(/src=["']?http|url\(/)
})

test.each([
  'Music\r\nBcc: eve@evil.example\r\n\r\nA body',
  'Music, eve@evil.example',
  '"Music" <eve@evil.example>',
  'Musik für Zürich 🎵',
  '=?utf-8?Q?=0D=0ABcc:_eve@evil.example?=',
])('the name %j adds no header and no recipient', async (name) => {
  const server = await startSmtpServer()
  onTestFinished(server.close)
  const mail = renderMail({ subject: `Test mail of ${name}`, paragraphs: [name] })
  await sendBySmtp(server.settings, { ...mail, to: 'ada@home.example', fromName: toOneLine(name), id: 'job' })
  const [received] = server.mails
  expect(received?.to).toEqual(['ada@home.example'])
  const names = [...(received?.headers.keys() ?? [])]
  const allowed = ['auto-submitted', 'from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type']
  expect(names.toSorted()).toEqual(allowed.toSorted())
  expect(received?.headers.get('from')).toHaveLength(1)
  expect(received?.headers.get('from')?.[0]).toMatch(/ <flipside@music\.example>$/)
  // One mailbox: what precedes the address is quoted or encoded.
  expect(received?.raw).toMatch(/^From: (?:"(?:[^"\\\r\n]|\\.)*"|=\?UTF-8\?[^\r\n]*\?=|[\w ]+)\s+<flipside@/m)
})
