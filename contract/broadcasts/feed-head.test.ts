import { expect, test } from 'vitest'
import { headPath } from './feed-head.ts'

test.each([
  [null, null, '/api/get-broadcasts?limit=50'],
  [null, 'following', '/api/get-broadcasts?limit=50'],
  ['ada', null, '/api/get-broadcasts?current_user=ada&limit=50'],
  ['ada', 'everyone', '/api/get-broadcasts?current_user=ada&limit=50'],
  ['a&b', 'following', '/api/user/following-broadcasts?user=a%26b&limit=50'],
])('the first page of member %j with the choice %j is %s', (member, choice, path) => {
  expect(headPath(member, choice)).toBe(path)
})
