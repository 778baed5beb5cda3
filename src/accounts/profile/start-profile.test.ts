import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#src/cache/query-client.ts'
import { isMemberKnown } from './start-profile.ts'

const html = { status: 403, headers: { 'content-type': 'text/html' } }

test.each([
  ['an unknown name', () => Response.json({ error: 'User not found' }, { status: 400 }), false],
  ['a text that refuses', () => new Response('no such user', { status: 400 }), false],
  ['no profile', () => Response.json({ userProfile: [] }), false],
  ['a 200 with an error', () => Response.json({ error: 'The database is down.' }), true],
  ['a page of a proxy', () => new Response('<!doctype html>Forbidden by your company', html), true],
  ['a host without the path', () => Response.json({ error: 'Not found.' }, { status: 404 }), true],
  ['an object without its fields', () => Response.json({}), true],
  ['a malformed profile', () => Response.json({ userProfile: [{ id: 1 }] }), true],
  ['a list', () => Response.json([]), true],
])('%s as the own profile at the start decides whether the member stays signed in', async (_, respond, isKnown) => {
  vi.stubGlobal('fetch', async () => respond())
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await isMemberKnown(createQueryClient(), 'ada')).toBe(isKnown)
})
