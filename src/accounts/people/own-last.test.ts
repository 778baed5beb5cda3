import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { withOwnLast } from './own-last.ts'

// only the name is read
const found = (...names: string[]) => names.map((profile) => ({ profile }) as UserProfile)
const names = (of: readonly UserProfile[]) => of.map(({ profile }) => profile)

test('the searching member comes after all others, in unchanged order', () => {
  expect(names(withOwnLast(found('mi', 'Mirelle', 'milo', 'mina'), 'mirelle'))).toEqual([
    'mi',
    'milo',
    'mina',
    'Mirelle',
  ])
})

test('results without the user, and those of a visitor, are unchanged', () => {
  expect(names(withOwnLast(found('mi', 'milo'), 'ada'))).toEqual(['mi', 'milo'])
  expect(names(withOwnLast(found('mi', 'milo'), null))).toEqual(['mi', 'milo'])
})
