import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NextPath } from './next-path.ts'

test('a path of this app is a valid next path, with its query and hash', () => {
  for (const path of ['/', '/track-swap-detail?id=209', '/profile/%40ada', '/search?user=a%20b#top', '/profile/Änne'])
    expect(v.parse(NextPath, path)).toBe(path)
  expect(v.parse(NextPath, undefined)).toBeUndefined()
})

test('another origin, a script and text that a browser would read as either lead to the feed', () => {
  const refused = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\\..\\b',
    'javascript:alert(1)',
    'evil',
    '',
    '/login?next=/login',
    '/signup',
    `/${'a'.repeat(2000)}`,
  ]
  for (const path of refused) expect(v.parse(NextPath, path), path).toBe('/')
})

test('every valid next path stays on the origin', () => {
  for (const path of ['/.//evil.example', '/%2f%2fevil.example', '/?u=//evil.example', '/:80'])
    expect(new URL(v.parse(NextPath, path) ?? '', 'https://flipside.example').origin).toBe('https://flipside.example')
})
