import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

test('security.txt names the contact of the instance, and is 404 without one', async () => {
  const server = await testServer({ settings: { publicUrl: new URL('https://flipside.example') } })
  const get = () => server.app.hono.request('https://flipside.example/.well-known/security.txt')
  expect((await get()).status).toBe(404)
  await server.db.updateTable('instance').set({ contact: 'help@flipside.example' }).execute()
  const response = await get()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=UTF-8$/i)
  expect(await response.text()).toBe(
    [
      'Contact: mailto:help@flipside.example',
      'Expires: 2027-02-19T12:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://flipside.example/.well-known/security.txt',
      'Policy: https://flipside.example/about',
      '',
    ].join('\n'),
  )
})

test('password managers find the page that changes the password', async () => {
  const { app } = await testServer()
  const { status, headers } = await app.hono.request('http://localhost/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([302, '/settings/security'])
})
